package io.gosling.bench.packet;

import io.gosling.bench.hosts.NamespaceHosts;
import io.gosling.bench.hosts.PacketTestNetworkFactory;
import io.gosling.bench.process.CpuQuotaGroups;
import io.gosling.bench.process.OwnJavaCommands;
import io.gosling.tools.cluster.KeepAliveConnection;
import io.gosling.tools.cluster.ProcessHost;
import io.gosling.tools.cluster.ReadyProcess;
import io.gosling.tools.process.CpuAssignment;
import io.gosling.tools.process.LaunchCommand;
import io.gosling.tools.process.ProcessTreeUsage;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of the experiments: a client behind a router, and on the segment beyond it a dispatcher and back-ends, each
 * on a host of its own, as in the paper. The cluster address is outside the segment, and a route of the router brings
 * its packets to the dispatcher, or to the only server. Back-ends run as long as this does; dispatchers come and go.
 * Used by one thread.
 */
final class Testbed implements AutoCloseable {
    static final int HTTP_PORT = 80;
    static final int BYTES_PORT = 7000;
    static final int MADE_PORT = 8000;

    /** JVMs that start at a time: all together would answer no sooner, and each of them late. */
    private static final int STARTING = 2;

    private final ProcessWorkspace place;
    private final NamespaceHosts hosts;
    private final List<Backend> backends;
    private final List<ReadyProcess> starting = new ArrayList<>();
    private final String noRules;
    private int dispatchers;

    /** A host with the servers on it. */
    record Backend(String host, String address, String mac, Map<Integer, Process> servers) {}

    private Testbed(ProcessWorkspace place, NamespaceHosts hosts, List<Backend> backends, String noRules) {
        this.place = place;
        this.hosts = hosts;
        this.backends = backends;
        this.noRules = noRules;
    }

    static Testbed open(ProcessWorkspace place, int backends) throws IOException, InterruptedException {
        List<Backend> made = new ArrayList<>();
        List<String> noRules = new ArrayList<>();
        NamespaceHosts hosts = PacketTestNetworkFactory.make(backends, all -> {
            noRules.add(NftablesRules.obstacle(all));
            for (int i = 0; i < backends; i++) {
                String host = PacketTestNetworkFactory.backend(i);
                String mac = all.read(host, "/sys/class/net/eth0/address").strip();
                made.add(new Backend(host, PacketTestNetworkFactory.address(i), mac, new LinkedHashMap<>()));
            }
        });
        return new Testbed(place, hosts, made, noRules.getFirst());
    }

    static InetSocketAddress service(int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(PacketTestNetworkFactory.VIP), port);
    }

    NamespaceHosts hosts() {
        return hosts;
    }

    List<Backend> backends(int count) {
        return List.copyOf(backends.subList(0, count));
    }

    /** The reason why rules in the kernel cannot replace a dispatcher; empty if they can. */
    String noRules() {
        return noRules;
    }

    void startNodes(Path configuration) throws IOException, InterruptedException {
        start(
                HTTP_PORT,
                backend -> LaunchCommand.of(
                        "sh",
                        LaunchCommand.script(),
                        "serve --host 0.0.0.0 --memory 48m --admin-port 0 --peer-port 0 --cluster-port 0",
                        "--name " + backend.host() + " --port " + HTTP_PORT + " --config",
                        configuration));
    }

    /** Starts a service of this jar, by its verb, on every back-end's host. */
    void start(String verb, int port) throws IOException, InterruptedException {
        start(port, backend -> OwnJavaCommands.launch(verb, port));
    }

    void start(int port, Function<Backend, LaunchCommand> service) throws IOException, InterruptedException {
        for (Backend backend : backends) {
            if (starting.size() >= STARTING) {
                awaitServers();
            }
            LaunchCommand inside = hosts.inside(backend.host(), service.apply(backend));
            ReadyProcess process = ReadyProcess.start(place, backend.host() + "-" + port, inside);
            backend.servers().put(port, process.process());
            starting.add(process);
        }
    }

    void awaitServers() throws InterruptedException {
        for (ReadyProcess one : starting) {
            one.await();
        }
        starting.clear();
    }

    /** From now on each back-end's host has its part of a CPU. */
    void confine(CpuQuotaGroups groups) throws IOException {
        for (Backend backend : backends) {
            for (Process server : backend.servers().values()) {
                groups.confine(backend.host(), server.toHandle());
            }
        }
    }

    /** Sets addresses and routes, and has the dispatcher run that belongs to them. */
    Running arrange(TestbedSetup what, String... more) throws IOException, InterruptedException {
        ForwarderKind mechanism = what.mechanism();
        List<Backend> active = backends(what.backends());
        for (Backend backend : backends) {
            hosts.ip(backend.host(), "address", "flush", "dev", "eth0", "to", PacketTestNetworkFactory.VIP + "/32");
        }
        for (Backend backend : active) {
            route(backend, mechanism);
            if (mechanism.answersPast()) {
                hosts.ip(backend.host(), "address", "add", PacketTestNetworkFactory.VIP + "/32", "dev", "eth0");
            }
        }
        String first = mechanism == ForwarderKind.ALONE
                ? active.getFirst().address()
                : PacketTestNetworkFactory.DISPATCHER_ADDRESS;
        hosts.ip(
                PacketTestNetworkFactory.ROUTER,
                "route",
                "replace",
                PacketTestNetworkFactory.VIP + "/32",
                "via",
                first);
        int forward = mechanism == ForwarderKind.NFT_NAT ? 1 : 0;
        hosts.sh(PacketTestNetworkFactory.DISPATCHER, "echo " + forward + " > /proc/sys/net/ipv4/ip_forward");
        if (noRules.isEmpty()) {
            NftablesRules.clear(hosts);
        }
        if (mechanism.isKernel()) {
            NftablesRules.set(hosts, rules(mechanism, active));
        }
        Running running = new Running(what, active, mechanism.isGosling() ? dispatch(what, more) : null);
        try {
            running.await();
        } catch (InterruptedException | RuntimeException e) {
            // Or it would forward beside the next one.
            running.close();
            throw e;
        }
        return running;
    }

    void route(Backend backend, ForwarderKind mechanism) throws IOException, InterruptedException {
        String by = mechanism.answersPast()
                ? PacketTestNetworkFactory.ROUTER_ADDRESS
                : PacketTestNetworkFactory.DISPATCHER_ADDRESS;
        hosts.ip(backend.host(), "route", "replace", "default", "via", by);
    }

    private String rules(ForwarderKind mechanism, List<Backend> active) throws IOException, InterruptedException {
        return mechanism == ForwarderKind.NFT_NAT
                ? NftablesRules.nat(active.stream().map(Backend::address).toList())
                : NftablesRules.mac(
                        hosts.read(PacketTestNetworkFactory.DISPATCHER, "/sys/class/net/eth0/address")
                                .strip(),
                        active.stream().map(Backend::mac).toList());
    }

    private ReadyProcess dispatch(TestbedSetup what, String... more) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("sh", LaunchCommand.script().toString(), "dispatch"));
        command.addAll(PacketTestNetworkFactory.dispatcher(
                what.mechanism().label(),
                HTTP_PORT + "," + BYTES_PORT + "," + MADE_PORT,
                backends(what.backends()).stream().map(Backend::address).toList()));
        command.addAll(List.of("--admin-port", "0"));
        command.addAll(List.of(more));
        // With a part of a CPU the second compiler would be what is measured.
        Map<String, String> environment = what.course() == TestbedSetup.Course.SCALE
                ? Map.of("GOSLING_JVM", "-XX:TieredStopAtLevel=1")
                : Map.of();
        LaunchCommand launch =
                hosts.inside(PacketTestNetworkFactory.DISPATCHER, new LaunchCommand(command, environment));
        return ReadyProcess.start(place, PacketTestNetworkFactory.DISPATCHER + "-" + ++dispatchers, launch);
    }

    /** The hosts in one set-up. Closing ends its dispatcher. */
    final class Running implements AutoCloseable {
        private final TestbedSetup what;
        private final List<Backend> active;
        private final @Nullable ReadyProcess dispatcher;

        private Running(TestbedSetup what, List<Backend> active, @Nullable ReadyProcess dispatcher) {
            this.what = what;
            this.active = active;
            this.dispatcher = dispatcher;
        }

        private void await() throws InterruptedException {
            if (dispatcher != null) {
                dispatcher.await();
                ReadyProcess.until(active.size() + " back-ends are here", () -> status().ready() == active.size());
            }
        }

        /** From now on the dispatcher has its part of a CPU, alone or with the back-end on its host. */
        void confine(CpuQuotaGroups groups) throws IOException {
            if (dispatcher != null) {
                String own = PacketTestNetworkFactory.DISPATCHER + "-" + dispatchers;
                String group = what.beside() ? backends.get(what.servers()).host() : own;
                groups.confine(group, dispatcher.process().toHandle());
            }
        }

        TestbedSetup what() {
            return what;
        }

        List<Backend> active() {
            return active;
        }

        DispatcherStatus status() throws IOException {
            if (dispatcher == null) {
                return new DispatcherStatus(0, Map.of(), List.of());
            }
            ProcessHost host =
                    hosts.host(PacketTestNetworkFactory.DISPATCHER, PacketTestNetworkFactory.DISPATCHER_ADDRESS);
            try (KeepAliveConnection connection = KeepAliveConnection.open(host, dispatcher.address("admin"))) {
                return DispatcherStatus.of(connection.admin("GET", "/status"));
            }
        }

        PacketResult.Cost read(int port) throws IOException, InterruptedException {
            long frames = dispatcher != null || what.mechanism().isKernel()
                    ? ProcNetParser.framesIn(hosts.read(PacketTestNetworkFactory.DISPATCHER, "/proc/net/dev"), "eth0")
                    : 0;
            long accepted = 0;
            long backendTicks = 0;
            for (Backend backend : active) {
                accepted += ProcNetParser.snmp(hosts.read(backend.host(), "/proc/net/snmp"), "Tcp", "PassiveOpens");
                Process server = backend.servers().get(port);
                backendTicks += server == null ? 0 : ProcessTreeUsage.cpuTicks(server.toHandle());
            }
            return new PacketResult.Cost(
                    System.nanoTime(),
                    dispatcher == null
                            ? 0
                            : ProcessTreeUsage.cpuTicks(dispatcher.process().toHandle()),
                    backendTicks,
                    ProcessTreeUsage.busyTicks(CpuAssignment.allowed()),
                    frames,
                    accepted,
                    status().dropped());
        }

        int end() {
            if (dispatcher == null) {
                return 0;
            }
            Process process = dispatcher.process();
            place.end(process);
            return process.isAlive() ? -1 : process.exitValue();
        }

        @Override
        public void close() {
            end();
        }
    }

    @Override
    public void close() throws IOException {
        place.kill(backends.stream()
                .flatMap(backend -> backend.servers().values().stream())
                .toList());
        hosts.close();
    }
}
