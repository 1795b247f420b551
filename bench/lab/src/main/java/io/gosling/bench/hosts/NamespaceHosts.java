package io.gosling.bench.hosts;

import io.gosling.tools.cluster.ProcessHost;
import io.gosling.tools.process.LaunchCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Creates and removes hosts that are network namespaces of Linux, each with an interface eth0 at one switch; the
 * machine's own namespace is not touched. Closing removes them, and so does the end of this JVM, as by Ctrl-C. Hosts of
 * a run that was killed are removed by the next one, together with the processes that are left in them. A process has
 * one instance at a time.
 *
 * <p>Used by one thread, {@link #in} by all, and {@link #end} by the JVM's own when it ends.
 */
public final class NamespaceHosts implements AutoCloseable {
    private static final Path FOLDER = Path.of("/run/netns");
    private static final String KIND = "gosling-bench-";
    private static final String SWITCH = "switch";
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    /** For a command of the system, which may wait for a lock of the kernel. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private static final long LOOK_MILLIS = 10;

    private final String prefix = KIND + ProcessHandle.current().pid() + "-";
    private final Map<String, NamespaceThread> threads = new LinkedHashMap<>();
    private final Thread atTheEnd = new Thread(this::end, "gosling-hosts-end");
    private volatile boolean adding;
    private volatile boolean ending;

    private NamespaceHosts() {}

    /** The reason why network namespaces cannot be used here; empty if they can. */
    public static String obstacle() {
        try (NamespaceHosts hosts = made(Map.of("host", "10.77.0.1/24"), made -> {})) {
            return hosts.names().size() == 2 ? "" : "network namespaces are made, and not to be seen in " + FOLDER;
        } catch (IOException | RuntimeException e) {
            return "no network namespaces, which want root on Linux and iproute2: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    /** Sets up addresses, routes and rules of hosts that were just made. */
    @FunctionalInterface
    public interface Setup {
        void on(NamespaceHosts hosts) throws IOException, InterruptedException;
    }

    /** Makes hosts with these names and addresses, such as {@code client}, {@code 10.77.0.1/24}. */
    public static NamespaceHosts made(Map<String, String> addresses, Setup setup)
            throws IOException, InterruptedException {
        sweep();
        NamespaceHosts hosts = new NamespaceHosts();
        try {
            Runtime.getRuntime().addShutdownHook(hosts.atTheEnd);
        } catch (IllegalStateException e) {
            throw new IOException("no host is made any more, since this process ends", e);
        }
        try {
            hosts.make(SWITCH);
            hosts.ip(SWITCH, "link", "add", "name", "bridge", "type", "bridge");
            hosts.ip(SWITCH, "link", "set", "bridge", "up");
            // If it is built in, this would have the switch look at packets.
            hosts.sh(SWITCH, "for f in /proc/sys/net/bridge/bridge-nf-call-*; do [ ! -e $f ] || echo 0 > $f; done");
            for (Map.Entry<String, String> host : addresses.entrySet()) {
                hosts.plug(host.getKey(), host.getValue());
            }
            setup.on(hosts);
            return hosts;
        } catch (IOException | InterruptedException | RuntimeException e) {
            hosts.close();
            throw e;
        }
    }

    /** Ends what runs on hosts of runs that are gone, and removes them. */
    private static void sweep() throws IOException, InterruptedException {
        for (String name : namesLike(KIND)) {
            String maker = name.substring(KIND.length()).split("-", 2)[0];
            if (maker.matches("\\d{1,9}")
                    && ProcessHandle.of(Long.parseLong(maker)).isEmpty()) {
                endAllIn(name);
                removeOne(name);
            }
        }
    }

    /** Only what was started on such a host is in its namespace. */
    private static void endAllIn(String name) throws InterruptedException {
        try {
            for (String pid : run("ip", "netns", "pids", name).split("\\s+")) {
                if (!pid.isEmpty()) {
                    ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
                }
            }
        } catch (IOException e) {
            // Another run that begins has just removed it.
        }
    }

    private static List<String> namesLike(String beginning) throws IOException {
        List<String> names = new ArrayList<>();
        if (Files.isDirectory(FOLDER)) {
            try (DirectoryStream<Path> there = Files.newDirectoryStream(FOLDER, beginning + "*")) {
                there.forEach(file -> names.add(file.getFileName().toString()));
            }
        }
        return names;
    }

    private void make(String name) throws IOException, InterruptedException {
        adding = true;
        try {
            if (ending) {
                throw new IOException("no host is made any more, since everything is ended");
            }
            run("ip", "netns", "add", prefix + name);
        } finally {
            adding = false;
        }
        ip(name, "link", "set", "lo", "up");
        threads.put(name, NamespaceThread.into(FOLDER.resolve(prefix + name)));
    }

    private void plug(String name, String address) throws IOException, InterruptedException {
        make(name);
        ip(SWITCH, "link", "add", "name", name, "type", "veth", "peer", "name", "eth0", "netns", prefix + name);
        ip(SWITCH, "link", "set", "dev", name, "master", "bridge", "up");
        ip(name, "address", "add", address, "dev", "eth0");
        ip(name, "link", "set", "eth0", "up");
    }

    /** A wire of its own, eth1 at both ends, between two hosts that exist. */
    public void wire(String one, String address, String other, String otherAddress)
            throws IOException, InterruptedException {
        ip(one, "link", "add", "name", "eth1", "type", "veth", "peer", "name", "eth1", "netns", prefix + other);
        ip(one, "address", "add", address, "dev", "eth1");
        ip(one, "link", "set", "eth1", "up");
        ip(other, "address", "add", otherAddress, "dev", "eth1");
        ip(other, "link", "set", "eth1", "up");
    }

    public void ip(String host, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ip", "-n", prefix + host));
        command.addAll(List.of(arguments));
        run(command.toArray(String[]::new));
    }

    public String sh(String host, String line) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(inside(host));
        command.addAll(List.of("sh", "-c", line));
        return run(command.toArray(String[]::new));
    }

    public String read(String host, String file) throws IOException, InterruptedException {
        return sh(host, "cat " + file);
    }

    public List<String> inside(String host) {
        return List.of("ip", "netns", "exec", prefix + host);
    }

    /** A command that runs on a host. */
    public LaunchCommand inside(String host, LaunchCommand launch) {
        List<String> command = new ArrayList<>(inside(host));
        command.addAll(launch.command());
        return new LaunchCommand(command, launch.environment());
    }

    public ProcessHost host(String name, String address) {
        return new ProcessHost(address, inside(name), () -> in(name, ProcessHost::unconnected));
    }

    public <T> T in(String host, Callable<T> task) throws IOException {
        NamespaceThread thread = threads.get(host);
        if (thread == null) {
            throw new IllegalArgumentException("no host " + host + " among " + threads.keySet());
        }
        return thread.in(task);
    }

    public List<String> names() throws IOException {
        return namesLike(prefix);
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        // The output of these commands fits into a pipe.
        if (!process.waitFor(LONGEST)) {
            process.destroyForcibly();
            throw new IOException(String.join(" ", command) + " did not end within " + LONGEST.toSeconds() + " s");
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.exitValue() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said.strip());
        }
        return said;
    }

    @Override
    public void close() throws IOException {
        threads.values().forEach(NamespaceThread::close);
        remove();
        try {
            Runtime.getRuntime().removeShutdownHook(atTheEnd);
        } catch (IllegalStateException e) {
            // The JVM is ending and does the same.
        }
        List<String> left = names();
        if (!left.isEmpty()) {
            throw new IOException("these network namespaces could not be removed: " + String.join(", ", left));
        }
    }

    /** Removes the hosts while this JVM ends; another thread may be creating some, and none begins from then on. */
    private void end() {
        ending = true;
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        try {
            while (adding && System.nanoTime() - deadline < 0) {
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        remove();
    }

    /** Removes the hosts; those that cannot be removed are left, and listed by {@link #names}. */
    private void remove() {
        try {
            for (String name : names()) {
                removeOne(name);
            }
        } catch (IOException e) {
            // There is no such folder any more, and nothing in it.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void removeOne(String name) throws InterruptedException {
        try {
            run("ip", "netns", "del", name);
        } catch (IOException e) {
            // Another run that ends at the same time has removed it.
        }
    }
}
