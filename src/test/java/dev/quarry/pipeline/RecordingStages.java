package dev.quarry.pipeline;

import java.util.ArrayList;
import java.util.List;

/** A listener that keeps what it is told. */
final class RecordingStages implements StageListener {

    private final List<String> stages = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    /** The labels of the stages in order. */
    List<String> stages() {
        return stages;
    }

    /** The warnings. */
    List<String> warnings() {
        return warnings;
    }

    @Override
    public void decoded(long nanos) {
        stages.add("decode");
    }

    @Override
    public void stepped(String label, long nanos) {
        stages.add(label);
    }

    @Override
    public void encoded(long nanos) {
        stages.add("encode");
    }

    @Override
    public void warned(String sentence) {
        warnings.add(sentence);
    }
}
