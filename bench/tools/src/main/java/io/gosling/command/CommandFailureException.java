package io.gosling.command;

/** Ends a verb with a message for a person and an exit code; no stack trace is shown. */
public final class CommandFailureException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ExitCode exitCode;

    public CommandFailureException(ExitCode exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    public CommandFailureException(ExitCode exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    public ExitCode exitCode() {
        return exitCode;
    }
}
