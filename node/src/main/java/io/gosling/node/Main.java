package io.gosling.node;

import io.gosling.node.cli.GoslingCommand;
import io.gosling.node.process.Logs;
import io.gosling.node.process.Signals;

/** Starts here: {@code java -jar gosling.jar VERB ...}. */
public final class Main {
    private static final String LEAKS = "io.netty.leakDetection.level";

    /** What the property was called before, and still may be. */
    private static final String LEAKS_ONCE = "io.netty.leakDetectionLevel";

    private Main() {}

    /** Runs one verb and exits with its status. */
    public static void main(String[] args) {
        Signals.hold();
        spareLeakTraces();
        Logs.configure(false);
        System.exit(GoslingCommand.create().execute(args));
    }

    /** Looking for buffers that nobody gave back is for tests: it notes a stack for one buffer in a hundred. */
    private static void spareLeakTraces() {
        if (System.getProperty(LEAKS) == null && System.getProperty(LEAKS_ONCE) == null) {
            System.setProperty(LEAKS, "disabled");
        }
    }
}
