package io.gosling.tools.process;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A temporary directory and the processes that were started in it. Closing ends all of these processes, with their
 * descendants, by their ids, and deletes the directory; so does the end of this JVM, as by Ctrl-C.
 *
 * <p>Used by one thread, and by the JVM's own when it ends.
 */
public final class ProcessWorkspace implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Path folder;
    private final Duration timeout;
    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private final Thread atTheEnd = new Thread(this::clear, "gosling-peers-end");
    private volatile boolean closed;

    private ProcessWorkspace(Path folder, Duration timeout) {
        this.folder = folder;
        this.timeout = timeout;
    }

    public static ProcessWorkspace open() throws IOException {
        return open(TIMEOUT);
    }

    public static ProcessWorkspace open(Duration timeout) throws IOException {
        ProcessWorkspace place = new ProcessWorkspace(Files.createTempDirectory("gosling-peers-"), timeout);
        try {
            Runtime.getRuntime().addShutdownHook(place.atTheEnd);
        } catch (IllegalStateException e) {
            delete(place.folder);
            throw new IOException("nothing is begun any more, since this process ends", e);
        }
        // Servers that give up root must still read the site.
        Files.setPosixFilePermissions(place.folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        return place;
    }

    public Path directory(String name) throws IOException {
        if (closed) {
            throw new IOException(folder + " was deleted, since everything was ended");
        }
        return Files.createDirectories(folder.resolve(name));
    }

    /** Returns whether all processes were ended, perhaps because this JVM was asked to end. */
    public boolean closed() {
        return closed;
    }

    public Process start(String name, LaunchCommand launch) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(launch.command())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log(name).toFile());
        builder.environment().putAll(launch.environment());
        Process process = builder.start();
        running.add(process);
        if (closed) {
            end(process);
        }
        return process;
    }

    public String run(String name, LaunchCommand launch, long seconds) throws IOException, InterruptedException {
        Process process = start(name, launch);
        try {
            process.getOutputStream().close();
            boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
            if (!ended || process.exitValue() != 0) {
                String how = ended ? "ended with " + process.exitValue() : "did not end within " + seconds + " s";
                throw new CommandFailureException(
                        ExitCode.FAILURE, String.join(" ", launch.command()) + " " + how + ":\n" + printed(name));
            }
            return printed(name);
        } finally {
            end(process);
        }
    }

    /** The output of the process of this name, the last one if there were several. */
    public String printed(String name) throws IOException {
        return Files.readString(log(name), StandardCharsets.ISO_8859_1);
    }

    private Path log(String name) {
        return folder.resolve(name.replace(' ', '-') + ".out");
    }

    /** Ends a process and its descendants: they are asked to end, then killed. */
    public void end(Process process) {
        end(List.of(process));
    }

    /** Those that take their time take it together. */
    private void end(List<Process> some) {
        List<ProcessHandle> all = withStarted(some);
        some.forEach(Process::destroy);
        await(some);
        all.forEach(ProcessHandle::destroyForcibly);
        running.removeAll(some);
    }

    /** Ends processes that leave nothing behind, and what they started, without asking; returns when they are gone. */
    public void kill(List<Process> some) {
        withStarted(some).forEach(ProcessHandle::destroyForcibly);
        await(some);
        running.removeAll(some);
    }

    private static List<ProcessHandle> withStarted(List<Process> some) {
        return some.stream()
                .flatMap(process -> Stream.concat(Stream.of(process.toHandle()), process.descendants()))
                .toList();
    }

    private void await(List<Process> some) {
        long deadline = System.nanoTime() + timeout.toNanos();
        try {
            for (Process process : some) {
                process.waitFor(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        clear();
        try {
            Runtime.getRuntime().removeShutdownHook(atTheEnd);
        } catch (IllegalStateException e) {
            // The JVM is ending and does the same.
        }
    }

    private void clear() {
        closed = true;
        end(List.copyOf(running));
        delete(folder);
    }

    /** Deletes a path; another thread may be doing the same. */
    private static void delete(Path path) {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> inside = Files.newDirectoryStream(path)) {
                inside.forEach(ProcessWorkspace::delete);
            } catch (IOException | DirectoryIteratorException e) {
                // It has just gone.
            }
        }
        path.toFile().delete();
    }
}
