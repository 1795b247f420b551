package io.gosling.node.process;

import io.gosling.document.Ticker;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A request to end this process: TERM, INT, or the end of standard input if a supervisor holds it.
 *
 * <p>The first signal requests a stop; another one a second or more later ends the process at once with status 130 or
 * 143. Earlier ones count as the same request, since a signal to a process group often reaches a process twice. HUP
 * stops a verb that belongs to its terminal. A supervised process leaves INT to its supervisor, since a terminal sends
 * Ctrl-C to both. Signals are handled on the JVM's threads; one thread waits.
 */
public final class StopRequest {
    /** Set by a supervisor for its children. */
    public static final String SUPERVISED = "GOSLING_SUPERVISED";

    private static final Logger log = System.getLogger(StopRequest.class.getName());
    private static final long ONE_WISH_NANOS = Duration.ofSeconds(1).toNanos();

    private final AtomicBoolean asked = new AtomicBoolean();
    private final CountDownLatch requested = new CountDownLatch(1);
    private final Ticker ticker;
    /** Written before the latch opens, read after. */
    private long askedAtNanos;

    private StopRequest(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Takes over the signals of a process that ends with its terminal, unless it was started to ignore HUP. */
    public static StopRequest installOnTerminal() {
        StopRequest stop = install();
        SignalHandlerRegistry.on("USR1", () -> ignored("USR1"));
        SignalHandlerRegistry.on("HUP", () -> stop.signalled("HUP", 129));
        return stop;
    }

    /** Logs a signal that has no meaning in this process. */
    public static void ignored(String signal) {
        log.log(Level.INFO, "{0} received; it changes nothing here", signal);
    }

    public static StopRequest install() {
        StopRequest stop = new StopRequest(Ticker.system());
        boolean supervised = System.getenv(SUPERVISED) != null;
        SignalHandlerRegistry.on("TERM", () -> stop.signalled("TERM", 143));
        SignalHandlerRegistry.on("INT", supervised ? () -> {} : () -> stop.signalled("INT", 130));
        if (supervised) {
            Thread.ofPlatform().daemon().name("gosling-supervisor-watch").start(stop::awaitEndOfInput);
        }
        return stop;
    }

    private void signalled(String signal, int status) {
        if (isRequested() && ticker.nanos() - askedAtNanos > ONE_WISH_NANOS) {
            Runtime.getRuntime().halt(status);
        }
        request(signal + " received");
    }

    private void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                continue;
            }
        } catch (IOException e) {
            log.log(Level.DEBUG, "standard input broke", e);
        }
        request("gosling up is stopping, or has gone");
    }

    public void request(String why) {
        if (asked.compareAndSet(false, true)) {
            log.log(Level.INFO, "{0}: stopping", why);
            askedAtNanos = ticker.nanos();
            requested.countDown();
        }
    }

    public boolean isRequested() {
        return requested.getCount() == 0;
    }

    public void await() throws InterruptedException {
        requested.await();
    }

    /** Waits for a request, or for this long; true if there was one. */
    public boolean await(Duration atMost) throws InterruptedException {
        return requested.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }
}
