package io.gosling.tools.process;

import io.gosling.tools.report.ReportTextFormat;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Shows the progress of a task and its remaining time: one line that is overwritten on a terminal, and one line every
 * ten seconds elsewhere. Safe for use by many threads.
 */
public final class ProgressDisplay {
    private final PrintWriter out;
    private final long all;
    private final LongSupplier nanos;
    private final boolean terminal;
    private final long pause;
    private final long began;
    private long done;
    private long shown;

    public ProgressDisplay(PrintWriter out, long all) {
        this(
                out,
                all,
                System::nanoTime,
                System.console() != null && System.console().isTerminal());
    }

    ProgressDisplay(PrintWriter out, long all, LongSupplier nanos, boolean terminal) {
        this.out = out;
        this.all = all;
        this.nanos = nanos;
        this.terminal = terminal;
        this.pause = TimeUnit.SECONDS.toNanos(terminal ? 1 : 10);
        this.began = nanos.getAsLong();
        this.shown = began;
    }

    public synchronized void add(long more) {
        done += more;
        long now = nanos.getAsLong();
        if (done < all && now - shown >= pause) {
            shown = now;
            double share = (double) done / all;
            double left = (now - began) / 1e9 * (1 - share) / Math.max(share, 1e-9);
            write(ReportTextFormat.format("%.0f %%, about %s left", 100 * share, time(Math.round(left))));
        }
    }

    public synchronized void end() {
        if (terminal) {
            out.print("\r\u001b[K");
            out.flush();
        }
    }

    private void write(String text) {
        out.print(terminal ? "\r\u001b[K" + text : text + System.lineSeparator());
        out.flush();
    }

    private static String time(long seconds) {
        return seconds < 100 ? seconds + " s" : (seconds + 30) / 60 + " min";
    }
}
