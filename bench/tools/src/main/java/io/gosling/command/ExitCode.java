package io.gosling.command;

import java.util.Arrays;
import java.util.Optional;

/** The exit status of a command, with its meaning. */
public enum ExitCode {
    OK(0, "done"),
    FAILURE(1, "something that should not happen happened"),
    USAGE(2, "the command line is wrong"),
    /** Also the JVM's exit status with {@code -XX:+ExitOnOutOfMemoryError}. */
    REFUSED(3, "refused: a port in use, a directory that may not be read; or memory ran out while it ran"),
    NOT_FOUND(4, "a file or directory that was named does not exist or cannot be read"),
    PARTIAL(5, "done in part: some members did not answer or could not be asked"),
    UNREACHABLE(6, "the one that was asked does not answer"),
    CONFIGURATION(78, "the configuration is wrong or does not fit this machine");

    private final int status;
    private final String meaning;

    ExitCode(int status, String meaning) {
        this.status = status;
        this.meaning = meaning;
    }

    public int status() {
        return status;
    }

    /** The code for an exit status; empty for one that is not Gosling's own, as when a signal ended the process. */
    public static Optional<ExitCode> of(int status) {
        return Arrays.stream(values()).filter(code -> code.status == status).findFirst();
    }

    public String meaning() {
        return meaning;
    }
}
