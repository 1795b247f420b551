package io.gosling.tools.workload;

import io.gosling.tools.trace.ObjectSizeDistribution;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses sizes: {@code 8k}, {@code 8k:1.5}, or {@code 8k:1.5:128k:1.1}. */
final class SizeDistributionParser {
    private static final String SIZE = "(\\d{1,10}[a-zA-Z]{0,3})";
    private static final String NUMBER = "(\\d{1,3}(?:\\.\\d{1,9})?)";
    private static final Pattern FORM = Pattern.compile(SIZE + "(?::" + NUMBER + "(?::" + SIZE + ":" + NUMBER + ")?)?");

    private SizeDistributionParser() {}

    /** @throws IllegalArgumentException with what was expected */
    static ObjectSizeDistribution parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw refused(text);
        }
        long median = bytes(text, form.group(1));
        if (form.group(2) == null) {
            return ObjectSizeDistribution.fixed(median);
        }
        double sigma = number(text, form.group(2), 0, 10);
        boolean tailed = form.group(3) != null;
        return ObjectSizeDistribution.logNormal(
                median,
                sigma,
                tailed ? bytes(text, form.group(3)) : ObjectSizeDistribution.MOST,
                tailed ? number(text, form.group(4), 0.01, 100) : 1);
    }

    private static long bytes(String text, String size) {
        return ObjectSizeDistribution.parsed(size, 1, ObjectSizeDistribution.MOST)
                .orElseThrow(() -> refused(text));
    }

    private static double number(String text, String number, double least, double most) {
        double value = Double.parseDouble(number);
        if (value < least || value > most) {
            throw refused(text);
        }
        return value;
    }

    private static IllegalArgumentException refused(String text) {
        return new IllegalArgumentException("--sizes is '" + text
                + "'; expected a size, MEDIAN:SIGMA, or MEDIAN:SIGMA:TAIL:ALPHA, with sizes of 1 byte to"
                + " 1 GiB, sigma up to 10 and alpha 0.01 to 100, such as 8k:1.5:128k:1.1");
    }
}
