package io.gosling.tools.process;

import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Refuses command lines that cannot be carried out. */
public record OptionChecks(@Nullable CommandSpec verb) {
    private static final Pattern RANGE =
            Pattern.compile("(\\d+(?:\\.\\d+)?(?: \\d{3})*) to (\\d+(?: \\d{3})*)\\b( MiB| ms|)");

    /** @throws ParameterException with the value and what was expected, when it does not hold */
    public void require(boolean holds, String what, @Nullable Object value, String expected) {
        if (!holds) {
            throw refused(what + " is " + value + "; it must be " + expected);
        }
    }

    public void require(String option, long value, long least, long most) {
        require(value >= least && value <= most, option, value, least + " to " + most);
    }

    /** Refuses numbers outside of the range that the help of their option states, such as {@code 1 to 10 000}. */
    public void requireRanges() {
        for (OptionSpec option : Objects.requireNonNull(verb).options()) {
            Matcher range = RANGE.matcher(String.join(" ", option.description()));
            if (range.find()) {
                Object typed = option.getValue();
                for (Object value : typed instanceof List<?> several ? several : List.of(typed)) {
                    requireWithin(range, option.longestName(), value);
                }
            }
        }
    }

    private void requireWithin(Matcher range, String option, Object value) {
        String least = range.group(1).replace(" ", "");
        String most = range.group(2).replace(" ", "");
        boolean outside = value instanceof Number number
                && (number.doubleValue() < Double.parseDouble(least)
                        || number.doubleValue() > Double.parseDouble(most));
        require(!outside, option, value, least + " to " + most + range.group(3));
    }

    public ParameterException refused(@Nullable String why) {
        return new ParameterException(Objects.requireNonNull(verb).commandLine(), String.valueOf(why));
    }
}
