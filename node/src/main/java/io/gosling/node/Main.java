package io.gosling.node;

/** Starts here: {@code java -jar gosling.jar VERB ...}. */
public final class Main {
    private Main() {}

    /** Runs one verb and exits with its status. */
    public static void main(String[] args) {
        Signals.hold();
        Logs.configure(false);
        System.exit(GoslingCommand.create().execute(args));
    }
}
