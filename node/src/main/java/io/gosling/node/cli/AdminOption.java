package io.gosling.node.cli;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.node.report.AdminClient;
import io.gosling.node.settings.CommonSettings;
import io.gosling.settings.HostPort;
import io.gosling.settings.SettingType;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The option {@code --admin} of verbs that ask a running process. Pure. */
final class AdminOption {
    private AdminOption() {}

    /**
     * The admin port to ask, {@code null} for the default.
     *
     * @throws ParameterException when it is malformed
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
                            + SettingType.address().expected(),
                    e);
        }
    }

    static CommandFailureException refused(HostPort admin, AdminClient.Answer answer) {
        return new CommandFailureException(
                ExitCode.REFUSED,
                admin + " answered " + answer.status() + ": " + answer.text().strip());
    }

    static CommandFailureException unreachable(HostPort admin, IOException why, String expected) {
        return new CommandFailureException(
                ExitCode.UNREACHABLE,
                "--admin: nothing answers at " + admin + " (" + reason(why) + "); expected the admin port of a running "
                        + expected,
                why);
    }

    static String reason(IOException why) {
        for (Throwable cause = why; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
                return "its name cannot be looked up";
            }
        }
        String message = why.getMessage();
        return switch (why) {
            case HttpConnectTimeoutException late -> "it cannot be connected to in time";
            case HttpTimeoutException late -> "it has not answered in time";
            case ConnectException refused -> message == null ? "connection refused" : message;
            default -> message == null ? "the connection broke off" : message;
        };
    }
}
