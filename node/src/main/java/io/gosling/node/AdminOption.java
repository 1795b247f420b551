package io.gosling.node;

import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.HostPort;
import io.gosling.node.settings.Kind;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The option {@code --admin} of verbs that ask a running process. Pure. */
final class AdminOption {
    private AdminOption() {}

    /**
     * The admin port to ask.
     *
     * @param given null for the default
     * @throws ParameterException when it is none, with the value and what was expected
     */
    static HostPort address(CommandLine command, @Nullable String given) {
        if (given == null) {
            return HostPort.parse(CommonSettings.ADMIN_HOST.initial() + ":" + CommonSettings.ADMIN_PORT.initial());
        }
        try {
            return HostPort.parse(given);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    command,
                    "--admin: value \"" + given + "\"; expected "
                            + Kind.address().expected(),
                    e);
        }
    }
}
