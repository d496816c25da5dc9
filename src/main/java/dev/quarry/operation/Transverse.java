package dev.quarry.operation;

import dev.quarry.image.ImageSpec;
import dev.quarry.image.Orientation;
import java.util.List;

/** The picture mirrored at the diagonal from the lower left corner. */
public record Transverse() implements Operation {

    static final OperationType<Transverse> TYPE = OperationType.plain(
            "transverse", "Mirrors at the diagonal from the lower left to the upper right corner.", new Transverse());

    @Override
    public OperationType<?> type() {
        return TYPE;
    }

    @Override
    public List<Transform> transforms(ImageSpec picture) {
        return Turn.of(Orientation.TRANSVERSE);
    }
}
