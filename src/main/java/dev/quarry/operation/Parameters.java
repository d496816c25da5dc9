package dev.quarry.operation;

/** The parameters that several operations share. */
final class Parameters {

    /** The largest side that a request can name, in pixels. */
    static final int MAX_SIDE = 65_535;

    private Parameters() {}

    static Parameter<Integer> side(String name, String summary) {
        return Parameter.of(name, new ParameterKind.WholeNumber(1, MAX_SIDE), summary)
                .in("px");
    }

    static Parameter<Integer> distance(String name, String summary) {
        return Parameter.of(name, new ParameterKind.WholeNumber(0, MAX_SIDE), summary)
                .in("px");
    }

    static Parameter<Position> position(String summary) {
        return Parameter.of("position", ParameterKind.Word.of(Position.values(), Position::label), summary)
                .orElse(Position.CENTER);
    }

    static Parameter<Color> background(String summary) {
        return Parameter.of("background", new ParameterKind.ColorValue(false), summary)
                .orElseAs("transparent where the image has alpha, else white");
    }
}
