package io.gosling.node;

import io.gosling.node.cli.FastVerbLauncher;
import io.gosling.node.cli.GoslingCommand;
import io.gosling.node.process.LoggingSetup;
import io.gosling.node.process.SignalHandlerRegistry;
import java.util.List;

/** The entry point: {@code java -jar gosling.jar VERB ...}. */
public final class Main {
    private static final String LEAKS = "io.netty.leakDetection.level";

    /** The former name of the property, which is still accepted. */
    private static final String LEAKS_ONCE = "io.netty.leakDetectionLevel";

    private static final String NETTY_EVENTS = "io.netty.jfr.enabled";

    private Main() {}

    public static void main(String[] args) {
        run(GoslingCommand.NAME, args);
    }

    /** Runs one verb of a jar that adds some, and exits with its status. */
    public static void run(String name, String... args) {
        SignalHandlerRegistry.hold();
        spareLeakTraces();
        spareNettyEvents();
        LoggingSetup.configure(false);
        Integer status = FastVerbLauncher.run(List.of(args));
        System.exit(status == null ? GoslingCommand.create(name).execute(args) : status);
    }

    /** Turns off buffer leak detection, which is for tests: it records a stack trace for one buffer in a hundred. */
    private static void spareLeakTraces() {
        if (System.getProperty(LEAKS) == null && System.getProperty(LEAKS_ONCE) == null) {
            System.setProperty(LEAKS, "disabled");
        }
    }

    /** Turns off the events of Netty's allocator in recordings of the JVM, whose classes take 0.1 s to load. */
    private static void spareNettyEvents() {
        if (System.getProperty(NETTY_EVENTS) == null) {
            System.setProperty(NETTY_EVENTS, "false");
        }
    }
}
