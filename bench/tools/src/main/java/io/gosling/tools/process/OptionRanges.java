package io.gosling.tools.process;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The ranges that the help of a verb's options states, such as {@code 1 to 10 000}. */
final class OptionRanges {
    private static final Pattern RANGE =
            Pattern.compile("(\\d+(?:\\.\\d+)?(?: \\d{3})*) to (\\d+(?: \\d{3})*)\\b( MiB| ms|)");

    private OptionRanges() {}

    /** @throws ParameterException with the value and what was expected, for a number outside of its range */
    static void require(CommandSpec verb) {
        for (OptionSpec option : verb.options()) {
            Matcher range = RANGE.matcher(String.join(" ", option.description()));
            if (range.find()) {
                Object typed = option.getValue();
                for (Object value : typed instanceof List<?> several ? several : List.of(typed)) {
                    requireWithin(verb, range, option.longestName(), value);
                }
            }
        }
    }

    private static void requireWithin(CommandSpec verb, Matcher range, String option, Object value) {
        String least = range.group(1).replace(" ", "");
        String most = range.group(2).replace(" ", "");
        if (value instanceof Number number
                && (number.doubleValue() < Double.parseDouble(least)
                        || number.doubleValue() > Double.parseDouble(most))) {
            throw new ParameterException(
                    verb.commandLine(),
                    option + " is " + value + "; it must be " + least + " to " + most + range.group(3));
        }
    }
}
