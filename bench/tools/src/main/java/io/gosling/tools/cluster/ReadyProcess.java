package io.gosling.tools.cluster;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.tools.process.LaunchCommand;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process that prints {@code ready http=... admin=...} when it answers. Used by one thread. */
public record ReadyProcess(ProcessWorkspace place, String name, Process process) {
    private static final Duration START = Duration.ofMinutes(3);
    private static final long LOOK_MILLIS = 100;
    private static final Pattern READY = Pattern.compile("(?m)^ready .*$");

    /** Starts the process; its output goes to a file of the workplace with its name. */
    public static ReadyProcess start(ProcessWorkspace place, String name, LaunchCommand launch) throws IOException {
        return new ReadyProcess(place, name, place.start(name, launch));
    }

    public void await() throws InterruptedException {
        until(name + " answers", () -> !line().isEmpty());
    }

    public InetSocketAddress address(String field) {
        String text = field(field);
        int colon = text.lastIndexOf(':');
        return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    String field(String field) {
        Matcher value = Pattern.compile(" " + field + "=(\\S+)").matcher(line());
        if (!value.find()) {
            throw new CommandFailureException(ExitCode.FAILURE, "no " + field + " in: " + line());
        }
        return value.group(1);
    }

    private String line() {
        try {
            String printed = place.printed(name);
            if (!process.isAlive()) {
                throw new CommandFailureException(ExitCode.FAILURE, name + " has ended:\n" + printed);
            }
            Matcher line = READY.matcher(printed);
            return line.find() ? line.group() : "";
        } catch (IOException e) {
            return "";
        }
    }

    /** A condition of a process, which fails while that does not answer. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws IOException;
    }

    /** Waits until a condition holds; one that fails does not. */
    public static void until(String what, Condition condition) throws InterruptedException {
        until(START, what, condition);
    }

    static void until(Duration time, String what, Condition condition) throws InterruptedException {
        long deadline = System.nanoTime() + time.toNanos();
        while (true) {
            String why = "";
            try {
                if (condition.holds()) {
                    return;
                }
            } catch (IOException e) {
                why = ": " + e;
            }
            if (System.nanoTime() > deadline) {
                throw new CommandFailureException(
                        ExitCode.FAILURE, "not within " + time.toSeconds() + " s: " + what + why);
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }
}
