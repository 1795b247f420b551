package io.gosling.testing;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Hosts that are network namespaces of Linux, each with an interface eth0 at one switch. This process is in all of
 * them: a thread that has entered one opens sockets there. The namespace of the machine is not touched.
 */
public final class Hosts implements AutoCloseable {
    private static final Path FOLDER = Path.of("/run/netns");
    private static final String SWITCH = "switch";

    private final String prefix = "gosling-test-" + ProcessHandle.current().pid() + "-";
    private final Map<String, ExecutorService> doors = new LinkedHashMap<>();
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
        Path namespace = FOLDER.resolve(prefix + name);
        ExecutorService door = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("inside " + name).factory());
        doors.put(name, door);
        in(name, () -> {
            enter(namespace);
            return namespace;
        });
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
        ExecutorService door = doors.get(host);
        if (door == null) {
            throw new IllegalArgumentException("no host " + host);
        }
        try {
            return door.submit(task).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AssertionError wrong) {
                throw wrong;
            }
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        }
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said.strip());
        }
    }

    /** Moves the calling thread: {@code setns(open(path, O_RDONLY), CLONE_NEWNET)}. */
    @SuppressWarnings("restricted")
    private static void enter(Path namespace) throws IOException {
        Linker linker = Linker.nativeLinker();
        try (Arena arena = Arena.ofConfined()) {
            MethodHandle open = linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("open"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
                    Linker.Option.firstVariadicArg(2));
            MethodHandle setns = linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("setns"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
            MethodHandle close = linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("close"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
            int file = (int) open.invokeExact(arena.allocateFrom(namespace.toString()), 0);
            int entered = (int) setns.invokeExact(file, 0x40000000);
            int closed = (int) close.invokeExact(file);
            if (entered != 0 || closed != 0) {
                throw new IOException("this thread may not enter " + namespace);
            }
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        doors.values().forEach(ExecutorService::shutdownNow);
        for (String name : made) {
            if (Files.exists(FOLDER.resolve(prefix + name))) {
                try {
                    run("ip", "netns", "del", prefix + name);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
