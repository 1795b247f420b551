package io.gosling.site.cgi;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * A running program: fed with the request's body, read until its time is up, killed with its child processes when it is
 * closed. Threads of its own wait at its three pipes, because a pipe that another process keeps open blocks until that
 * process ends; the thread that waits for the response waits no longer than the program's time.
 *
 * <p>Started and closed by the request's thread.
 */
final class CgiProcess implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Cgi.class.getName());
    private static final long CLOSE_MILLIS = 1000;

    private final Path file;
    private final boolean strict;
    private final Process process;
    private final CgiOutput output;
    private final Thread reader;
    private final Runnable over;
    private volatile boolean late;
    private volatile boolean given;

    /**
     * Starts a program.
     *
     * @param time after which it is killed
     * @param strict whether its output is complete only if it ends with status 0; otherwise wherever it has not been
     *     killed here because its time was up
     * @param logged bytes that it may write to the log; the rest is discarded
     * @param over run once, by another thread, when it has ended and its child processes have let go of its output
     * @param threads creates the threads that wait at its pipes
     * @throws IOException when the system cannot run it; {@code over} is not run then
     */
    static CgiProcess start(
            Path directory,
            Path file,
            Map<String, String> environment,
            InputStream body,
            Duration time,
            boolean strict,
            int logged,
            Runnable over,
            ThreadFactory threads)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(file.toString());
        builder.directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        CgiProcess started = new CgiProcess(file, builder.start(), time, strict, over, threads);
        try {
            thread(threads, "in", () -> started.feed(body)).start();
            thread(threads, "err", () -> started.listen(logged)).start();
            // Last, because what it started is over when it ends.
            started.reader.start();
        } catch (OutOfMemoryError e) {
            started.kill();
            throw new IOException("the system has no thread for its pipes", e);
        }
        Thread.startVirtualThread(() -> started.limit(time));
        return started;
    }

    private CgiProcess(
            Path file, Process process, Duration time, boolean strict, Runnable over, ThreadFactory threads) {
        this.file = file;
        this.strict = strict;
        this.process = process;
        this.output = new CgiOutput(System::nanoTime, time);
        this.reader = thread(threads, "out", this::read);
        this.over = over;
    }

    private static Thread thread(ThreadFactory threads, String end, Runnable work) {
        Thread thread = threads.newThread(work);
        thread.setName("gosling-cgi-" + end);
        return thread;
    }

    /** Returns its output, for one thread; fails when its time is up. */
    InputStream output() {
        return output;
    }

    /** Returns whether its time was up before it had ended. */
    boolean isLate() {
        return late || output.isLate();
    }

    private void read() {
        boolean whole = false;
        try (InputStream from = process.getInputStream()) {
            output.takeAll(from);
            whole = endedWell();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} is read no more: {1}", file, e.getMessage());
        } finally {
            output.end(whole);
        }
        process.onExit().join();
        over.run();
    }

    /**
     * Returns whether the end of its output is that of its response: a pipe ends in the same way when its writer has
     * died. Waits for the program's end where that has to be known, which is not after its time.
     */
    private boolean endedWell() {
        if (strict) {
            int status = process.onExit().join().exitValue();
            if (status != 0 && !late && !given) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "{0} ended with status {1}: what it has answered is not taken for whole, since it might be kept",
                        file,
                        Integer.toString(status));
            }
            return status == 0 && !late;
        }
        return !late;
    }

    /** A program that does not read, or has ended, ends this too; one whose request breaks off must not take it for whole. */
    private void feed(InputStream body) {
        try (OutputStream in = process.getOutputStream()) {
            byte[] piece = new byte[8 << 10];
            for (int length = read(body, piece); length >= 0; length = read(body, piece)) {
                in.write(piece, 0, length);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} did not take its input: {1}", file, e.getMessage());
        }
    }

    private int read(InputStream body, byte[] into) throws IOException {
        try {
            return body.read(into);
        } catch (IOException e) {
            kill();
            throw e;
        }
    }

    private void listen(int most) {
        try (InputStream from = process.getErrorStream()) {
            String said = new String(from.readNBytes(most), StandardCharsets.UTF_8);
            said.lines()
                    .filter(line -> !line.isBlank())
                    .forEach(line -> LOG.log(System.Logger.Level.WARNING, "{0} says: {1}", file, plain(line)));
            if (from.transferTo(OutputStream.nullOutputStream()) > 0) {
                LOG.log(System.Logger.Level.WARNING, "{0} says more than {1} bytes", file, most);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} is listened to no more: {1}", file, e.getMessage());
        }
    }

    /** Terminals act on control characters, and some readers of logs do. */
    private static String plain(String line) {
        StringBuilder plain = new StringBuilder(line.length());
        line.codePoints().forEach(c -> plain.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return plain.toString();
    }

    /** Ends with the process, whichever end it takes. */
    private void limit(Duration time) {
        try {
            if (!process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS)) {
                late = true;
                kill();
            }
        } catch (InterruptedException e) {
            kill();
        }
    }

    private void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        // By its handle: the process itself would close its pipes, and take from the log what it has said.
        process.toHandle().destroyForcibly();
    }

    /** Kills it, and waits a moment for its end, so that its slot is free when the next request comes. */
    @Override
    public void close() {
        given = true;
        kill();
        output.close();
        try {
            reader.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
