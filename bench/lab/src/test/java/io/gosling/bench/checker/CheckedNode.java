package io.gosling.bench.checker;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One node of the cluster: a process of the built jar, and the next one after that was killed. */
final class CheckedNode {
    private static final long START_SECONDS = 120;
    private static final Pattern FIELD = Pattern.compile("([a-z]+)=(\\S+)");

    private final int number;
    private final Path folder;
    private volatile Process process;
    private volatile boolean answers;
    private volatile Map<String, String> ready = Map.of();

    CheckedNode(int number, Path folder) {
        this.number = number;
        this.folder = folder;
    }

    int number() {
        return number;
    }

    String name() {
        return "n" + number;
    }

    /** The state that it must not forget if it is a quorum member. */
    Path voterFile() {
        return folder.resolve(name() + ".voter");
    }

    /** Starts it and waits until it answers. */
    void start(List<String> java, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(java);
        command.add("serve");
        command.addAll(arguments);
        Process started = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
        process = started;
        CompletableFuture<String> line = new CompletableFuture<>();
        Thread.ofVirtual().name(name() + " output").start(() -> read(started, line));
        try {
            ready = FIELD.matcher(line.get(START_SECONDS, TimeUnit.SECONDS))
                    .results()
                    .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
            answers = true;
        } catch (ExecutionException | TimeoutException e) {
            started.destroyForcibly();
            throw new IOException(name() + " did not get ready: " + Files.readString(log()), e);
        }
    }

    private static void read(Process started, CompletableFuture<String> ready) {
        try (BufferedReader lines = started.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("ready ")) {
                    ready.complete(line);
                }
            }
            ready.completeExceptionally(new IOException("the process ended"));
        } catch (IOException e) {
            ready.completeExceptionally(e);
        }
    }

    static Path jar() {
        return Path.of("..", "..", "node", "target", "gosling.jar")
                .toAbsolutePath()
                .normalize();
    }

    /** The output of its processes. */
    Path log() {
        return folder.resolve(name() + ".log");
    }

    /** The port of one of its addresses: http, admin or cluster. */
    int port(String which) {
        String address = ready.getOrDefault(which, ":1");
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    boolean hasStarted() {
        return !ready.isEmpty();
    }

    long pid() {
        return process.pid();
    }

    void signal(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(pid())).start().waitFor();
    }

    /** Ends it as a loss of power would, or asks it to go; returns when it is gone. */
    void end(boolean abruptly) throws InterruptedException {
        Process running = process;
        if (running == null) {
            return;
        }
        answers = false;
        if (!abruptly) {
            running.destroy();
            running.waitFor(START_SECONDS, TimeUnit.SECONDS);
        }
        running.destroyForcibly().waitFor();
    }

    /** Returns whether its process has ended though nobody has ended it. */
    boolean hasDied() {
        return answers && !process.isAlive();
    }

    /** Returns whether it answers, unless it was frozen. */
    boolean isRunning() {
        return answers;
    }

    @Override
    public String toString() {
        return name();
    }
}
