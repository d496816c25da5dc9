package dev.quarry.codec;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** One line of {@code corpus/cases.txt}. */
record CorpusCase(String file, Outcome outcome, int width, int height, int orientation, List<Pixel> pixels) {

    /** What comes of a file. */
    enum Outcome {
        /** A picture. */
        OK,
        /** A header; the picture is too large for a test. */
        HEADER,
        /** Refused as damaged. */
        CORRUPT,
        /** Refused as a kind that cannot be read. */
        UNSUPPORTED,
        /** Refused as either. */
        REFUSED,
        /** A picture or a refusal. */
        ANY
    }

    /** What one pixel must be; three values mean an opaque one. */
    record Pixel(int x, int y, int[] rgba, int tolerance) {}

    @Override
    public String toString() {
        return file;
    }

    /** All lines. */
    static Stream<CorpusCase> all() {
        return new String(CodecBench.resource("corpus/cases.txt"), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(CorpusCase::parse);
    }

    private static CorpusCase parse(String line) {
        List<String> words = List.of(line.trim().split("\\s+"));
        Outcome outcome = Outcome.valueOf(words.get(1).toUpperCase(Locale.ROOT));
        if (words.size() < 4) {
            return new CorpusCase(words.getFirst(), outcome, 0, 0, 0, List.of());
        }
        List<Integer> size = numbers(words.get(2), "x");
        List<Pixel> pixels = new ArrayList<>();
        for (String word : words.subList(4, words.size())) {
            List<Integer> all = numbers(word, "[,=~]");
            int[] rgba = new int[] {all.get(2), all.get(3), all.get(4), all.size() == 7 ? all.get(5) : 255};
            pixels.add(new Pixel(all.get(0), all.get(1), rgba, all.getLast()));
        }
        return new CorpusCase(
                words.getFirst(), outcome, size.get(0), size.get(1), Integer.parseInt(words.get(3)), pixels);
    }

    private static List<Integer> numbers(String word, String separator) {
        return Arrays.stream(word.split(separator)).map(Integer::valueOf).toList();
    }
}
