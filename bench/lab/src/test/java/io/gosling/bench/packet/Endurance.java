package io.gosling.bench.packet;

import io.gosling.bench.hosts.PacketTestNetworkFactory;
import io.gosling.bench.packet.TestbedSetup.Course;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Runs many connections through one dispatcher, and compares every byte; meanwhile a back-end leaves as if it were
 * taken out of service, and comes back. Used by one thread.
 *
 * @param say receives progress messages
 */
record Endurance(Testbed bed, Amount amount, Consumer<String> say) {
    private static final int BACKENDS = 2;
    private static final long LOOK_MILLIS = 100;
    private static final int TELL_EVERY = 100;
    /** The number of failures after which the run ends, since the rest would add nothing. */
    private static final int MOST_FAILURES = 1000;

    private static final int END_SECONDS = 60;
    private static final int CLOSING_SECONDS = 5;
    private static final String ANSWER = "/proc/sys/net/ipv4/conf/all/arp_ignore";

    /**
     * The amount of load.
     *
     * @param connections at least
     * @param bytes at least, both ways
     * @param clients at a time
     * @param seconds at most; what is not done then is a fault
     */
    record Amount(long connections, long bytes, int clients, long seconds) {
        /** Bytes of a connection, both ways. */
        long mean() {
            return bytes / connections;
        }
    }

    EnduranceResult run(ForwarderKind mechanism) throws IOException, InterruptedException {
        long began = System.nanoTime();
        long deadline = began + TimeUnit.SECONDS.toNanos(amount.seconds());
        List<String> faults = new ArrayList<>();
        TestbedSetup what = new TestbedSetup(Course.SPEED, mechanism, BACKENDS, false);
        long resets = resets();
        try (Testbed.Running running =
                bed.arrange(what, "--packet-closing-time", CLOSING_SECONDS + "s", "--policy", "rr")) {
            Testbed.Backend leaving = running.active().getLast();
            long idle = sockets(leaving);
            AtomicInteger turn = new AtomicInteger();
            BytesServiceClients exchanges = new BytesServiceClients(() -> socket(turn.getAndIncrement()), plan());
            exchanges.start();
            long begunBefore = 0;
            try {
                awaitConnections(exchanges, amount.connections() / 4, deadline);
                leave(running, leaving, idle, deadline, faults);
                awaitConnections(exchanges, amount.connections() / 2, deadline);
                begunBefore = begun(running, leaving);
                comeBack(running, leaving, deadline, faults);
                awaitAll(exchanges, running, leaving, begunBefore, deadline);
            } finally {
                exchanges.stop();
            }
            double seconds = (System.nanoTime() - began) / 1e9;
            until(
                    "every session is forgotten",
                    inSeconds(END_SECONDS),
                    faults,
                    () -> running.status().sessions() == 0);
            DispatcherStatus last = running.status();
            long afterReturn = begun(running, leaving) - begunBefore;
            return new EnduranceResult(
                    mechanism,
                    amount,
                    exchanges.connections(),
                    exchanges.bytes(),
                    seconds,
                    exchanges.wrong(),
                    exchanges.failures(),
                    resets() - resets,
                    afterReturn,
                    last.sessions(),
                    running.end(),
                    last.dropped(),
                    faults);
        }
    }

    /** A socket of the clients' host, at its addresses in turn, each with a port not taken before. */
    private Socket socket(int number) throws IOException {
        Socket socket =
                bed.hosts().host(PacketTestNetworkFactory.CLIENT, "").sockets().open();
        try {
            String address = PacketTestNetworkFactory.CLIENT_ADDRESSES.get(
                    Math.floorMod(number, PacketTestNetworkFactory.CLIENT_ADDRESSES.size()));
            socket.bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
            return socket;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private BytesServiceClients.Plan plan() {
        int up = (int) (amount.mean() / 5);
        return new BytesServiceClients.Plan(
                Testbed.service(Testbed.BYTES_PORT), amount.clients(), up, (int) (amount.mean() - up));
    }

    /** New sessions go elsewhere first, then those that it has end, then its cable is pulled. */
    private void leave(Testbed.Running running, Testbed.Backend leaving, long idle, long deadline, List<String> faults)
            throws IOException, InterruptedException {
        say.accept(leaving.host() + " leaves");
        bed.hosts().sh(leaving.host(), "echo 8 > " + ANSWER);
        until(leaving.host() + " gets no new sessions", deadline, faults, () -> !isReady(running, leaving));
        until(
                "the sessions of " + leaving.host() + " end",
                deadline,
                faults,
                () -> running.status().backend(leaving.mac()).stream().allMatch(one -> one.sessions() == 0)
                        && sockets(leaving) <= idle);
        bed.hosts().ip(leaving.host(), "link", "set", "eth0", "down");
    }

    private void comeBack(Testbed.Running running, Testbed.Backend leaving, long deadline, List<String> faults)
            throws IOException, InterruptedException {
        say.accept(leaving.host() + " comes back");
        bed.hosts().ip(leaving.host(), "link", "set", "eth0", "up");
        bed.route(leaving, running.what().mechanism());
        bed.hosts().sh(leaving.host(), "echo 0 > " + ANSWER);
        until(leaving.host() + " gets sessions again", deadline, faults, () -> isReady(running, leaving));
    }

    private static boolean isReady(Testbed.Running running, Testbed.Backend backend) throws IOException {
        return running.status().backend(backend.mac()).stream().anyMatch(DispatcherStatus.Backend::ready);
    }

    private static long begun(Testbed.Running running, Testbed.Backend backend) throws IOException {
        return running.status().backend(backend.mac()).stream()
                .mapToLong(DispatcherStatus.Backend::begun)
                .sum();
    }

    private long sockets(Testbed.Backend backend) throws IOException, InterruptedException {
        return sockets(bed.hosts().read(backend.host(), "/proc/net/sockstat*"));
    }

    /** Sockets of TCP that are in use, from the texts of {@code /proc/net/sockstat} and {@code sockstat6}. */
    static long sockets(String texts) {
        return texts.lines()
                .filter(line -> line.matches("TCP6?: inuse \\d+.*"))
                .mapToLong(line -> Long.parseLong(line.split(" ")[2]))
                .sum();
    }

    /** Segments that break a connection off, of all hosts that have connections. */
    private long resets() throws IOException, InterruptedException {
        long resets = 0;
        List<String> hosts = new ArrayList<>(List.of(PacketTestNetworkFactory.CLIENT));
        bed.backends(BACKENDS).forEach(backend -> hosts.add(backend.host()));
        for (String host : hosts) {
            resets += ProcNetParser.snmp(bed.hosts().read(host, "/proc/net/snmp"), "Tcp", "OutRsts");
        }
        return resets;
    }

    private static void awaitConnections(BytesServiceClients exchanges, long connections, long deadline)
            throws InterruptedException {
        while (exchanges.connections() < connections && goesOn(exchanges, deadline)) {
            Thread.sleep(LOOK_MILLIS);
        }
    }

    /** Also until the one that has come back has something to do: everything else may be over by then. */
    private void awaitAll(
            BytesServiceClients exchanges,
            Testbed.Running running,
            Testbed.Backend back,
            long begunBefore,
            long deadline)
            throws IOException, InterruptedException {
        for (int look = 1;
                goesOn(exchanges, deadline) && (isShort(exchanges) || begun(running, back) <= begunBefore);
                look++) {
            if (look % TELL_EVERY == 0) {
                say.accept(String.format(
                        Locale.ROOT,
                        "%s: %,d connections, %.2f GB, %d failed",
                        running.what().mechanism().label(),
                        exchanges.connections(),
                        exchanges.bytes() / 1e9,
                        failures(exchanges)));
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }

    private boolean isShort(BytesServiceClients exchanges) {
        return exchanges.connections() < amount.connections() || exchanges.bytes() < amount.bytes();
    }

    private static boolean goesOn(BytesServiceClients exchanges, long deadline) {
        return System.nanoTime() - deadline < 0 && failures(exchanges) < MOST_FAILURES;
    }

    private static long failures(BytesServiceClients exchanges) {
        return exchanges.wrong()
                + exchanges.failures().values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
    }

    private static long inSeconds(int seconds) {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    /** A condition. */
    private interface Holding {
        boolean holds() throws IOException, InterruptedException;
    }

    private static void until(String what, long deadline, List<String> faults, Holding holding)
            throws IOException, InterruptedException {
        while (!holding.holds()) {
            if (System.nanoTime() - deadline > 0) {
                faults.add("not in time: " + what);
                return;
            }
            Thread.sleep(LOOK_MILLIS);
        }
    }
}
