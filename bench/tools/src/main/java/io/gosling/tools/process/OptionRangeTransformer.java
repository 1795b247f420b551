package io.gosling.tools.process;

import java.lang.reflect.Field;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Checks options with a {@link NumberRange}, and states range and default in their help: the range in the place of
 * {@code ${RANGE}}, else behind the description.
 */
final class OptionRangeTransformer implements IModelTransformer {
    private static final String RANGE = "${RANGE}";

    @Override
    public CommandSpec transform(CommandSpec verb) {
        for (OptionSpec option : List.copyOf(verb.options())) {
            NumberRange range =
                    option.userObject() instanceof Field field ? field.getAnnotation(NumberRange.class) : null;
            // All are added anew, which keeps their order.
            verb.remove(option).addOption(range == null ? option : within(range, option, verb));
        }
        return verb;
    }

    private static OptionSpec within(NumberRange range, OptionSpec option, CommandSpec verb) {
        String bounds = (grouped(range.least()) + " to " + grouped(range.most()) + " " + range.unit()).strip();
        ISetter setter = option.setter();
        return option.toBuilder()
                .description(help(option, bounds))
                .setter(new ISetter() {
                    @Override
                    public <T> @Nullable T set(@Nullable T value) throws Exception {
                        for (Object each : listed(value)) {
                            if (each instanceof Number number
                                    && !(number.doubleValue() >= range.least()
                                            && number.doubleValue() <= range.most())) {
                                throw new ParameterException(
                                        verb.commandLine(),
                                        option.longestName() + " is " + number + "; it must be " + plain(bounds));
                            }
                        }
                        return setter.set(value);
                    }
                })
                .build();
    }

    private static String help(OptionSpec option, String bounds) {
        String text = String.join("", option.toBuilder().description());
        String each = option.isMultiValue() ? bounds + " each" : bounds;
        String before = text.isEmpty() ? "" : text + (text.endsWith(".") ? " " : ", ");
        String stated = text.contains(RANGE) ? text.replace(RANGE, each) : before + each + ".";
        String usual = listed(option.initialValue()).stream()
                .filter(Number.class::isInstance)
                .map(number -> plain(grouped(((Number) number).doubleValue())))
                .collect(Collectors.joining(","));
        return usual.isEmpty() ? stated : stated + " Default: " + usual + ".";
    }

    private static List<?> listed(@Nullable Object value) {
        return value instanceof List<?> several ? several : value == null ? List.of() : List.of(value);
    }

    /** As in {@code 1000}, {@code 10 000} and {@code 0.1}; without a formatter, since every start of a command asks. */
    private static String grouped(double number) {
        if (number != Math.rint(number)) {
            return Double.toString(number);
        }
        String digits = Long.toString((long) number);
        return number < 10_000 ? digits : digits.replaceAll("(?<=\\d)(?=(?:\\d{3})+$)", " ");
    }

    /** A number as it can be typed. */
    private static String plain(String grouped) {
        return grouped.replaceAll("(?<=\\d) (?=\\d)", "");
    }
}
