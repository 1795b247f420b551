package io.gosling.tools.workload;

import io.gosling.tools.report.ReportTextFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A flash crowd: for a while a share of all requests is for one object that was never requested before.
 *
 * @param share of the requests, above 0, up to 1
 * @param from where in the trace it comes, 0 to 1
 * @param until where it has gone, after that, up to 1
 */
public record FlashCrowdSpecification(double share, double from, double until) {
    private static final String NUMBER = "(\\d(?:\\.\\d{1,9})?)";
    private static final Pattern FORM = Pattern.compile(NUMBER + "@" + NUMBER + "-" + NUMBER);

    public FlashCrowdSpecification {
        if (!(share > 0 && share <= 1 && from >= 0 && from < until && until <= 1)) {
            throw new IllegalArgumentException("a crowd is " + text(share, from, until)
                    + "; expected shares of 1, the end behind the beginning, such as 0.6@0.4-0.5");
        }
    }

    /** As people write it: {@code 0.6@0.4-0.5}, six of ten requests while the trace's fifth tenth lasts. */
    public static FlashCrowdSpecification parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "--crowd is '" + text + "'; expected SHARE@FROM-UNTIL, each a part of 1, such as 0.6@0.4-0.5");
        }
        return new FlashCrowdSpecification(
                Double.parseDouble(matcher.group(1)),
                Double.parseDouble(matcher.group(2)),
                Double.parseDouble(matcher.group(3)));
    }

    boolean isThere(double at) {
        return at >= from && at < until;
    }

    /** The largest share that crowds have together at any place. */
    static double most(List<FlashCrowdSpecification> crowds) {
        return crowds.stream()
                .mapToDouble(first -> crowds.stream()
                        .filter(crowd -> crowd.isThere(first.from))
                        .mapToDouble(FlashCrowdSpecification::share)
                        .sum())
                .max()
                .orElse(0);
    }

    @Override
    public String toString() {
        return text(share, from, until);
    }

    private static String text(double share, double from, double until) {
        return ReportTextFormat.format("%s@%s-%s", share, from, until);
    }
}
