package dev.quarry.engine.cost;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Coefficients, none below zero, whose linear function comes nearest to measured values, each error counted in proportion. */
final class LinearFit {

    private static final int SWEEPS = 20_000;
    // Nanoseconds below which proportions say nothing.
    private static final double FLOOR = 20_000;

    private LinearFit() {}

    /** The coefficients for {@code amounts}, by coordinate descent on the squared relative error. */
    static double[] of(List<double[]> amounts, double[] values) {
        int terms = amounts.getFirst().length;
        double[] coefficients = new double[terms];
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (int term = 0; term < terms; term++) {
                coefficients[term] = best(term, coefficients, amounts, values);
            }
        }
        return coefficients;
    }

    private static double best(int term, double[] coefficients, List<double[]> amounts, double[] values) {
        double numerator = 0;
        double denominator = 0;
        for (int i = 0; i < values.length; i++) {
            double[] row = amounts.get(i);
            double weight = 1 / Math.pow(Math.max(FLOOR, values[i]), 2);
            double rest = values[i];
            for (int other = 0; other < row.length; other++) {
                rest -= other == term ? 0 : coefficients[other] * row[other];
            }
            numerator += weight * rest * row[term];
            denominator += weight * row[term] * row[term];
        }
        return denominator == 0 ? 0 : Math.max(0, numerator / denominator);
    }

    static String show(double[] coefficients) {
        return Arrays.stream(coefficients)
                .mapToObj(c -> String.format(Locale.ROOT, "%.2f", c))
                .collect(Collectors.joining(" "));
    }
}
