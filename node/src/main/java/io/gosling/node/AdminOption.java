package io.gosling.node;

import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.HostPort;
import io.gosling.node.settings.Kind;
import java.io.IOException;
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

    /** The node at an admin port has said something that a verb has no use for. */
    static CommandFailure refused(HostPort admin, AdminClient.Answer answer) {
        return new CommandFailure(
                ExitCode.REFUSED,
                admin + " answered " + answer.status() + ": " + answer.text().strip());
    }

    /** No node answers at an admin port. */
    static CommandFailure unreachable(HostPort admin, IOException why) {
        return new CommandFailure(
                ExitCode.UNREACHABLE,
                "--admin: nothing answers at " + admin + " (" + why.getMessage()
                        + "); expected the admin port of a running node",
                why);
    }
}
