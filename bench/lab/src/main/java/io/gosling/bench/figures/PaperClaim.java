package io.gosling.bench.figures;

import io.gosling.tools.report.ReportTextFormat;

/**
 * A statement of a paper about its figures, beside the result that was measured here.
 *
 * @param figure its number, or the section
 * @param paper what it says; in square brackets what its scan lost and was recalled
 */
public record PaperClaim(String figure, String what, String paper, String found) {
    public static String ratio(double above, double below) {
        return ReportTextFormat.format("%.2f", above / below);
    }

    public static String percent(double share) {
        return ReportTextFormat.format("%.1f %%", 100 * share);
    }

    public static PaperClaim of(String figure, String what, String paper, String form, Object... values) {
        return new PaperClaim(figure, what, paper, ReportTextFormat.format(form, values));
    }
}
