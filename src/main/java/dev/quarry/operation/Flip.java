package dev.quarry.operation;

import dev.quarry.image.ImageSpec;
import dev.quarry.image.Orientation;
import java.util.List;

/** Top and bottom exchanged. */
public record Flip() implements Operation {

    static final OperationType<Flip> TYPE = OperationType.plain("flip", "Exchanges top and bottom.", new Flip());

    @Override
    public OperationType<?> type() {
        return TYPE;
    }

    @Override
    public List<Transform> transforms(ImageSpec picture) {
        return Turn.of(Orientation.FLIP);
    }
}
