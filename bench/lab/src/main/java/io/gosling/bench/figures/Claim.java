package io.gosling.bench.figures;

import io.gosling.tools.report.Text;

/**
 * A statement of a paper about its figures, beside the result that was measured here.
 *
 * @param figure its number, or the section
 * @param what is compared
 * @param paper what it says; in square brackets what its scan lost and was recalled
 * @param found here
 */
public record Claim(String figure, String what, String paper, String found) {
    /** One value over another, with two places. */
    public static String ratio(double above, double below) {
        return Text.format("%.2f", above / below);
    }

    /** A share in per cent, with one place. */
    public static String percent(double share) {
        return Text.format("%.1f %%", 100 * share);
    }

    /** With a result of values in a format. */
    public static Claim of(String figure, String what, String paper, String form, Object... values) {
        return new Claim(figure, what, paper, Text.format(form, values));
    }
}
