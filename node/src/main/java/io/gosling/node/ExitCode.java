package io.gosling.node;

/** What a command's exit status says. */
public enum ExitCode {
    OK(0, "done"),
    FAILURE(1, "something that should not happen happened"),
    USAGE(2, "the command line is wrong"),
    REFUSED(3, "the system or a peer refused: a port in use, a directory that may not be read"),
    NOT_FOUND(4, "a file or directory that was named does not exist"),
    PARTIAL(5, "done in part: some members did not answer"),
    UNREACHABLE(6, "the one that was asked does not answer"),
    CONFIGURATION(78, "the configuration is wrong or does not fit this machine");

    private final int status;
    private final String meaning;

    ExitCode(int status, String meaning) {
        this.status = status;
        this.meaning = meaning;
    }

    /** The number the shell sees. */
    public int status() {
        return status;
    }

    /** The code of a status; {@link #FAILURE} for one that is not ours. */
    static ExitCode ofStatus(int status) {
        for (ExitCode code : values()) {
            if (code.status == status) {
                return code;
            }
        }
        return FAILURE;
    }

    /** What it means, in a few words. */
    public String meaning() {
        return meaning;
    }
}
