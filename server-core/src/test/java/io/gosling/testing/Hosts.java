package io.gosling.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Hosts that are network namespaces of Linux, each with an interface eth0 at one switch. This process is in all of
 * them: a thread that has entered one opens sockets there. The namespace of the machine is not touched.
 */
public final class Hosts implements AutoCloseable {
    private static final String SWITCH = "switch";

    private final String prefix = "gosling-test-" + ProcessHandle.current().pid() + "-";
    private final Map<String, NamespaceThread> threads = new LinkedHashMap<>();
    private final List<String> made = new ArrayList<>();

    /** Makes hosts with these names and addresses, such as {@code client}, {@code 10.77.0.1/24}, in turn. */
    public Hosts(String... namesAndAddresses) throws IOException, InterruptedException {
        try {
            make(SWITCH);
            ip(SWITCH, "link", "add", "name", "bridge", "type", "bridge");
            ip(SWITCH, "link", "set", "bridge", "up");
            // Where built in, this would make the switch inspect packets.
            sh(SWITCH, "for f in /proc/sys/net/bridge/bridge-nf-call-*; do [ ! -e $f ] || echo 0 > $f; done");
            for (int i = 0; i < namesAndAddresses.length; i += 2) {
                String name = namesAndAddresses[i];
                make(name);
                ip(SWITCH, "link", "add", "name", name, "type", "veth", "peer", "name", "eth0", "netns", prefix + name);
                ip(SWITCH, "link", "set", "dev", name, "master", "bridge", "up");
                ip(name, "address", "add", namesAndAddresses[i + 1], "dev", "eth0");
                ip(name, "link", "set", "eth0", "up");
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Why there can be none here; empty if they can be. */
    public static String obstacle() {
        try {
            new Hosts("host", "10.77.0.1/24").close();
            return "";
        } catch (IOException | RuntimeException e) {
            return "no network namespaces, which want root on Linux, or that of 'unshare -Urnm sh -c \"mount -t"
                    + " tmpfs none"
                    + " /run; ip link set lo up; exec COMMAND\"': " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    private void make(String name) throws IOException, InterruptedException {
        run("ip", "netns", "add", prefix + name);
        made.add(name);
        ip(name, "link", "set", "lo", "up");
        threads.put(name, new NamespaceThread(prefix + name));
    }

    /** A wire of its own between two hosts that exist. */
    public void wire(String one, String address, String other, String otherAddress)
            throws IOException, InterruptedException {
        ip(one, "link", "add", "name", "eth1", "type", "veth", "peer", "name", "eth1", "netns", prefix + other);
        ip(one, "address", "add", address, "dev", "eth1");
        ip(one, "link", "set", "eth1", "up");
        ip(other, "address", "add", otherAddress, "dev", "eth1");
        ip(other, "link", "set", "eth1", "up");
    }

    /** Runs {@code ip} on a host. */
    public void ip(String host, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ip", "-n", prefix + host));
        command.addAll(List.of(arguments));
        run(command.toArray(String[]::new));
    }

    /** Runs a line of a shell on a host. */
    public void sh(String host, String line) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(inside(host));
        command.addAll(List.of("sh", "-c", line));
        run(command.toArray(String[]::new));
    }

    /** The command prefix that runs a command on a host. */
    public List<String> inside(String host) {
        return List.of("ip", "netns", "exec", prefix + host);
    }

    /** Does something on a thread of a host. */
    public <T> T in(String host, Callable<T> task) throws IOException, InterruptedException {
        NamespaceThread thread = threads.get(host);
        if (thread == null) {
            throw new IllegalArgumentException("no host " + host);
        }
        return thread.in(task);
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said.strip());
        }
    }

    @Override
    public void close() throws IOException {
        threads.values().forEach(NamespaceThread::close);
        for (String name : made) {
            if (Files.exists(NamespaceThread.FOLDER.resolve(prefix + name))) {
                try {
                    run("ip", "netns", "del", prefix + name);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
