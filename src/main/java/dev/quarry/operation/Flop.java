package dev.quarry.operation;

import dev.quarry.image.ImageSpec;
import dev.quarry.image.Orientation;
import java.util.List;

/** Left and right exchanged. */
public record Flop() implements Operation {

    static final OperationType<Flop> TYPE = OperationType.plain("flop", "Exchanges left and right.", new Flop());

    @Override
    public OperationType<?> type() {
        return TYPE;
    }

    @Override
    public List<Transform> transforms(ImageSpec picture) {
        return Turn.of(Orientation.FLOP);
    }
}
