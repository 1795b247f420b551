package io.gosling.tools.process;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Refuses command lines that cannot be carried out. */
public record OptionChecks(@Nullable CommandSpec verb) {
    /** @throws ParameterException with the value and what was expected, when it does not hold */
    public void require(boolean holds, String what, @Nullable Object value, String expected) {
        if (!holds) {
            throw refused(what + " is " + value + "; it must be " + expected);
        }
    }

    public void require(String option, long value, long least, long most) {
        require(value >= least && value <= most, option, value, least + " to " + most);
    }

    public ParameterException refused(@Nullable String why) {
        return new ParameterException(Objects.requireNonNull(verb).commandLine(), String.valueOf(why));
    }
}
