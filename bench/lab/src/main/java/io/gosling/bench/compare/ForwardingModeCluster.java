package io.gosling.bench.compare;

import io.gosling.bench.cluster.ReplicaSetProcesses;
import io.gosling.bench.hosts.PacketTestNetworkFactory;
import io.gosling.bench.packet.DispatcherStatus;
import io.gosling.bench.process.CpuQuotaGroups;
import io.gosling.tools.cluster.KeepAliveConnection;
import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.cluster.ProcessHost;
import io.gosling.tools.cluster.ReadyProcess;
import io.gosling.tools.process.ProcessTreeUsage;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one forwarding mode, and the front-end or dispatcher before them, each a process as the launcher starts
 * it. Closing ends them. Used by one thread.
 */
record ForwardingModeCluster(
        ForwardingModeCase way,
        TrialHosts ground,
        List<NodeProcesses.Member> nodes,
        @Nullable ReadyProcess frontEnd,
        Runnable end)
        implements AutoCloseable {
    private static final String SECRET = "kPZbzq1TKVpFr5cF0mVb3m8yqDY4cWYh";
    private static final String HEAP = "192m";
    private static final String MEMORY = "64m";
    private static final String PORT = "80";
    private static final String HANDOFF_PORT = "7070";

    /** An admission limit above the number of concurrent requests, so that none waits for admission. */
    private static final String ADMISSION = "100000";

    /** With a part of a CPU the second compiler would be what is measured. */
    private static final Map<String, String> STEADY = Map.of("GOSLING_JVM", "-Xmx192m -XX:TieredStopAtLevel=1");

    /** Starts the processes of a forwarding mode; they answer when this returns. */
    static ForwardingModeCluster start(
            ProcessWorkspace place, TrialHosts ground, ForwardingModeCase way, ForwardingModeTrial trial)
            throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(place.directory("compare"), "way");
        Path secret = Files.writeString(folder.resolve("secret"), SECRET);
        List<NodeProcesses.Shape> shapes = new ArrayList<>();
        for (int i = 0; i < trial.nodes(); i++) {
            ProcessHost host = ground.node(way, i);
            List<String> more = way == ForwardingModeCase.REPLICATION
                    ? List.of()
                    : nodeArguments(ground, way, host, folder, secret);
            shapes.add(NodeProcesses.Shape.steady(HEAP, MEMORY, more).on(host));
        }
        if (way == ForwardingModeCase.REPLICATION) {
            ReplicaSetProcesses group =
                    ReplicaSetProcesses.start(place, trial.site(), shapes, ReplicaSetProcesses.EAGER);
            return new ForwardingModeCluster(way, ground, group.members(), null, group::close);
        }
        NodeProcesses processes = NodeProcesses.start(
                place, shapes, Collections.nCopies(trial.nodes(), trial.site().toString()));
        if (!way.hasFrontEnd()) {
            return new ForwardingModeCluster(way, ground, processes.members(), null, processes::close);
        }
        List<String> hosts =
                processes.members().stream().map(node -> node.host().address()).toList();
        ReadyProcess frontEnd = processes.dispatch(
                ground.frontEnd(),
                way.isPackets()
                        ? PacketTestNetworkFactory.dispatcher(way.label(), PORT, hosts)
                        : arguments(ground, way, processes, trial.policy(), folder, secret),
                STEADY);
        ForwardingModeCluster cluster =
                new ForwardingModeCluster(way, ground, processes.members(), frontEnd, processes::close);
        if (way.isPackets()) {
            ReadyProcess.until("all nodes are here", () -> cluster.knowsAll(frontEnd));
        }
        return cluster;
    }

    private static List<String> nodeArguments(
            TrialHosts ground, ForwardingModeCase way, ProcessHost host, Path folder, Path secret) {
        List<String> more = new ArrayList<>();
        if (ground.apart()) {
            more.addAll(
                    List.of("--host", way == ForwardingModeCase.LSMAC ? PacketTestNetworkFactory.VIP : host.address()));
            more.addAll(List.of("--cluster-host", host.address(), "--secret-file", secret.toString()));
        }
        if (way.isPackets()) {
            more.addAll(List.of("--port", PORT));
        }
        if (way == ForwardingModeCase.HANDOFF) {
            more.addAll(List.of("--handoff-port", HANDOFF_PORT));
        }
        if (way == ForwardingModeCase.HANDOFF_LOCAL) {
            more.addAll(List.of("--handoff-directory", meeting(folder)));
        }
        return more;
    }

    /** Created by the first of those who meet there, with the permissions that it needs. */
    private static String meeting(Path folder) {
        return folder.resolve("meeting").toString();
    }

    private static List<String> arguments(
            TrialHosts ground,
            ForwardingModeCase way,
            NodeProcesses processes,
            String policy,
            Path folder,
            Path secret) {
        List<String> arguments = new ArrayList<>(List.of("--forwarding", way.label(), "--policy", policy));
        arguments.addAll(
                ground.apart()
                        ? List.of("--host", PacketTestNetworkFactory.VIP, "--port", PORT)
                        : List.of("--port", "0"));
        // A node with a part of a CPU may be late, which is no reason to ask it twice.
        arguments.addAll(List.of("--event-loops", "1", "--admission", ADMISSION, "--relay-try-time", "30s"));
        arguments.addAll(List.of("--cluster-host", "127.0.0.1", "--backend", addresses(processes)));
        if (way == ForwardingModeCase.HANDOFF) {
            arguments.addAll(List.of("--handoff-experimental", "on", "--handoff-port", HANDOFF_PORT));
            arguments.addAll(List.of("--secret-file", secret.toString()));
        }
        if (way == ForwardingModeCase.HANDOFF_LOCAL) {
            arguments.addAll(List.of("--handoff-directory", meeting(folder)));
        }
        return arguments;
    }

    private static String addresses(NodeProcesses processes) {
        return processes.members().stream().map(NodeProcesses.Member::address).collect(Collectors.joining(","));
    }

    private boolean knowsAll(ReadyProcess dispatcher) throws IOException {
        return DispatcherStatus.of(said(dispatcher, "/status")).ready() == nodes.size();
    }

    private String said(ReadyProcess process, String path) throws IOException {
        try (KeepAliveConnection admin = KeepAliveConnection.open(ground.frontEnd(), process.address("admin"))) {
            return admin.admin("GET", path);
        }
    }

    List<InetSocketAddress> homes() {
        if (frontEnd == null) {
            List<InetSocketAddress> all =
                    nodes.stream().map(NodeProcesses.Member::http).toList();
            return way == ForwardingModeCase.REPLICATION ? all.subList(0, 1) : all;
        }
        return List.of(
                ground.apart()
                        ? new InetSocketAddress(
                                InetAddress.ofLiteral(PacketTestNetworkFactory.VIP), Integer.parseInt(PORT))
                        : frontEnd.address("http"));
    }

    void confine(CpuQuotaGroups groups) throws IOException {
        for (NodeProcesses.Member node : nodes) {
            groups.confine(node.name(), node.process().toHandle());
        }
        if (frontEnd != null) {
            groups.confine(frontEnd.name(), frontEnd.process().toHandle());
        }
    }

    /** The readings before the measured time; the front-end is asked first, so that its answer is not measured. */
    ForwardingModeResult.Cost first() throws IOException {
        return cost(handoffs());
    }

    /** All costs until now; the front-end is asked last. */
    ForwardingModeResult.Cost last() throws IOException {
        ForwardingModeResult.Cost cost = cost(FrontEndHandoffMetrics.NONE);
        return new ForwardingModeResult.Cost(cost.nanos(), cost.frontEndTicks(), cost.nodeTicks(), handoffs());
    }

    private FrontEndHandoffMetrics handoffs() throws IOException {
        return frontEnd == null || !way.handsOver()
                ? FrontEndHandoffMetrics.NONE
                : FrontEndHandoffMetrics.of(said(frontEnd, "/metrics"));
    }

    private ForwardingModeResult.Cost cost(FrontEndHandoffMetrics handoffs) throws IOException {
        long nodeTicks = 0;
        for (NodeProcesses.Member node : nodes) {
            nodeTicks += ProcessTreeUsage.cpuTicks(node.process().toHandle());
        }
        long ticks = frontEnd == null
                ? 0
                : ProcessTreeUsage.cpuTicks(frontEnd.process().toHandle());
        return new ForwardingModeResult.Cost(System.nanoTime(), ticks, nodeTicks, handoffs);
    }

    /** For an error message: the end of the front-end's output, which may tell why it does not work. */
    String lastWords(ProcessWorkspace place) throws IOException {
        if (frontEnd == null) {
            return "";
        }
        String printed = place.printed(frontEnd.name()).strip();
        return "; the front-end's last words: " + printed.substring(printed.lastIndexOf('\n') + 1);
    }

    @Override
    public void close() {
        end.run();
    }
}
