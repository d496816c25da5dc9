package dev.quarry.operation;

import dev.quarry.image.ImageSpec;
import dev.quarry.image.Orientation;
import java.util.List;

/** The picture mirrored at the diagonal from the upper left corner. */
public record Transpose() implements Operation {

    static final OperationType<Transpose> TYPE = OperationType.plain(
            "transpose", "Mirrors at the diagonal from the upper left to the lower right corner.", new Transpose());

    @Override
    public OperationType<?> type() {
        return TYPE;
    }

    @Override
    public List<Transform> transforms(ImageSpec picture) {
        return Turn.of(Orientation.TRANSPOSE);
    }
}
