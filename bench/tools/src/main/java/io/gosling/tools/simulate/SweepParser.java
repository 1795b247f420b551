package io.gosling.tools.simulate;

import io.gosling.tools.trace.ObjectSizeDistribution;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Parses lists of values, each of which is combined with each of the others. */
final class SweepParser {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

    private SweepParser() {}

    /** A grade of node: the speed of its processor and the size of its memory, as factors. */
    record Grade(double cpu, double memory) {}

    /** Grades: {@code 1,2:1.5,3:2}, the memory behind the colon. */
    static List<Grade> grades(String text) {
        String expected = "0.01 to 1000 times as fast, with :M for M times the memory, such as 1,2:1.5,4:3";
        return each("--cpu", text, SweepParser::grade, expected);
    }

    private static Optional<Grade> grade(String word) {
        String[] parts = word.split(":", -1);
        double cpu = decimal(parts[0]);
        double memory = parts.length == 1 ? 1 : decimal(parts[1]);
        boolean good = parts.length <= 2 && cpu >= 0.01 && cpu <= 1000 && memory >= 0.01 && memory <= 1000;
        return good ? Optional.of(new Grade(cpu, memory)) : Optional.empty();
    }

    /** Whole numbers, and ranges of them: {@code 1,4,8-16}. In rising order, each once. */
    static List<Integer> numbers(String option, String text, int least, int most) {
        String expected = least + " to " + most + ", such as 1,2 or 1-4";
        return each(option, text, word -> range(word, least, most), expected).stream()
                .flatMapToInt(range -> range)
                .boxed()
                .sorted()
                .distinct()
                .toList();
    }

    private static Optional<IntStream> range(String word, int least, int most) {
        Matcher ends = RANGE.matcher(word);
        if (!ends.matches()) {
            return Optional.empty();
        }
        int first = Integer.parseInt(ends.group(1));
        int last = ends.group(2) == null ? first : Integer.parseInt(ends.group(2));
        boolean good = first <= last && first >= least && last <= most;
        return good ? Optional.of(IntStream.rangeClosed(first, last)) : Optional.empty();
    }

    static List<Double> decimals(String option, String text, double least, double most) {
        String expected = SweepParameter.K.label(least) + " to " + SweepParameter.K.label(most) + ", such as 1,2.5";
        return each(
                option,
                text,
                word -> Optional.of(decimal(word)).filter(number -> number >= least && number <= most),
                expected);
    }

    static List<Long> sizes(String option, String text) {
        String expected = "sizes of 1 byte or more, such as 32m or 64m,1g";
        return each(option, text, word -> ObjectSizeDistribution.parsed(word, 1, Long.MAX_VALUE), expected);
    }

    private static double decimal(String word) {
        return word.matches("\\d{1,9}(\\.\\d{1,9})?") ? Double.parseDouble(word) : Double.NaN;
    }

    private static <T> List<T> each(String option, String text, Function<String, Optional<T>> reads, String expected) {
        return Stream.of(text.split(",", -1))
                .map(word -> reads.apply(word.strip())
                        .orElseThrow(() ->
                                new IllegalArgumentException(option + " is '" + text + "'; expected " + expected)))
                .toList();
    }
}
