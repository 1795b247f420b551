package io.gosling.tools.simulate;

import io.gosling.settings.ByteSize;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Parses lists of values, each of which is combined with each of the others. */
final class Sweeps {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

    private Sweeps() {}

    /** A grade of node: the speed of its processor and the size of its memory, as factors. */
    record Grade(double cpu, double memory) {}

    /** Grades: {@code 1,2:1.5,3:2}, the memory behind the colon. */
    static List<Grade> grades(String text) {
        return each(
                "--cpu",
                text,
                word -> {
                    String[] parts = word.split(":", -1);
                    double cpu = decimal(parts[0]);
                    double memory = parts.length == 1 ? 1 : decimal(parts[1]);
                    boolean good = parts.length <= 2 && cpu >= 0.01 && cpu <= 1000 && memory >= 0.01 && memory <= 1000;
                    return good ? new Grade(cpu, memory) : null;
                },
                "0.01 to 1000 times as fast, with :M for M times the memory, such as 1,2:1.5,4:3");
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

    private static @Nullable IntStream range(String word, int least, int most) {
        Matcher ends = RANGE.matcher(word);
        if (!ends.matches()) {
            return null;
        }
        int first = Integer.parseInt(ends.group(1));
        int last = ends.group(2) == null ? first : Integer.parseInt(ends.group(2));
        return first <= last && first >= least && last <= most ? IntStream.rangeClosed(first, last) : null;
    }

    static List<Double> decimals(String option, String text, double least, double most) {
        return each(
                option,
                text,
                word -> {
                    double number = decimal(word);
                    return number >= least && number <= most ? number : null;
                },
                PlotDimension.K.label(least) + " to " + PlotDimension.K.label(most) + ", such as 1,2.5");
    }

    static List<Long> sizes(String option, String text) {
        return each(option, text, Sweeps::size, "sizes of 1 byte or more, such as 32m or 64m,1g");
    }

    private static @Nullable Long size(String word) {
        try {
            long bytes = ByteSize.parse(word);
            return bytes > 0 ? bytes : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static double decimal(String word) {
        return word.matches("\\d{1,9}(\\.\\d{1,9})?") ? Double.parseDouble(word) : Double.NaN;
    }

    private static <T> List<T> each(String option, String text, Function<String, @Nullable T> reads, String expected) {
        return Stream.of(text.split(",", -1))
                .map(word -> {
                    T value = reads.apply(word.strip());
                    if (value == null) {
                        throw new IllegalArgumentException(option + " is '" + text + "'; expected " + expected);
                    }
                    return value;
                })
                .toList();
    }
}
