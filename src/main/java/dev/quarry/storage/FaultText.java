package dev.quarry.storage;

import dev.quarry.storage.StorageFault.Call;
import dev.quarry.storage.StorageFault.Guard;
import dev.quarry.storage.StorageFault.Subject;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The text of a report. */
final class FaultText {

    private static final int FIRST_LINE_CHARACTERS = 16 * 3;
    private static final int MOST_FRAMES = 24;
    private static final HexFormat HEX = HexFormat.of();

    private final StorageFault fault;
    private final StringBuilder text = new StringBuilder();

    FaultText(StorageFault fault) {
        this.fault = fault;
    }

    @Override
    public String toString() {
        text.setLength(0);
        text.append("storage fault: ").append(fault.kind().phrase());
        line("found", fault.found());
        Subject subject = fault.subject();
        if (subject == null) {
            line("storage", "at 0x" + HEX.toHexDigits(fault.storageAddress()));
            return text.toString();
        }
        describe(subject);
        line("allocated", subject.allocated());
        line("released", subject.released());
        for (Subject neighbour : fault.neighbours()) {
            String side = neighbour.offset() < subject.offset() ? "below" : "above";
            line(
                    "neighbour",
                    side + ": " + neighbour.place() + ", " + range(neighbour) + ", " + neighbour.state() + ", scope \""
                            + neighbour.scope() + "\"");
            line("  allocated", neighbour.allocated());
        }
        return text.toString();
    }

    private void describe(Subject subject) {
        line("storage", "at 0x" + HEX.toHexDigits(fault.storageAddress()) + ", " + subject.place());
        line("range", range(subject));
        line("size", subject.bytes() + " bytes, " + subject.requestedBytes() + " requested");
        String serial = subject.serial() < 0 ? "not watched" : "serial " + subject.serial();
        line("handed out", serial + ", generation " + subject.generation() + ", now " + subject.state());
        line("scope", '"' + subject.scope() + '"');
        line("guard before", subject.before());
        line("guard after", subject.after());
        if (!subject.firstBytes().isEmpty()) {
            line("first bytes", subject.firstBytes());
            line("last bytes", subject.lastBytes());
        }
    }

    private String range(Subject subject) {
        long from = fault.storageAddress() + subject.offset();
        return "offsets %d to %d, addresses 0x%x to 0x%x"
                .formatted(subject.offset(), subject.offset() + subject.bytes() - 1, from, from + subject.bytes() - 1);
    }

    private void line(String name, String value) {
        text.append("\n  %-13s ".formatted(name)).append(value);
    }

    private void line(String name, @Nullable Guard guard) {
        if (guard == null) {
            return;
        }
        line(
                name,
                guard.firstDamage() < 0
                        ? guard.bytes() + " bytes, intact"
                        : guard.bytes() + " bytes, damaged from byte " + guard.firstDamage());
        String shown = guard.shown();
        for (int at = 0; at < shown.length(); at += FIRST_LINE_CHARACTERS) {
            int end = Math.min(shown.length(), at + FIRST_LINE_CHARACTERS);
            line(
                    "",
                    "%6d: %s"
                            .formatted(
                                    guard.shownFrom() + at / 3,
                                    shown.substring(at, end).strip()));
        }
    }

    private void line(String name, @Nullable Call call) {
        if (call == null) {
            return;
        }
        line(name, "by " + call.thread() + (call.stack().isEmpty() ? ", no stack taken" : ""));
        call.stack().stream().limit(MOST_FRAMES).forEach(frame -> line("", "  at " + frame));
        if (call.stack().size() > MOST_FRAMES) {
            line("", "  and " + (call.stack().size() - MOST_FRAMES) + " more");
        }
    }
}
