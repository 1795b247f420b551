package io.gosling.node.supervise;

import io.gosling.accesslog.AccessLogSettings;
import io.gosling.command.VerbInvocation;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.cluster.ClusterEncryption;
import io.gosling.gos.disk.DiskSettings;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.QuorumSettings;
import io.gosling.node.configuration.NodeConfigurationConverter;
import io.gosling.node.process.JvmMemoryOptions;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.LocalClusterSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.replication.serve.ReplicationSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.DurationFormat;
import io.gosling.settings.HostPort;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The command lines of a cluster on one machine. Pure.
 *
 * <p>A node gets the arguments given to {@code up} and those that differ from node to node; all else comes from its
 * file or is the default.
 *
 * @param values the settings of {@code up}
 * @param nodes the settings in the file that every node reads
 * @param cache the nodes' cache settings, from both
 * @param served a directory or the URL of an origin; null if the file names it
 * @param secret the file with the cluster's secret
 * @param jvm more options for every JVM
 * @param machine bytes of memory that this machine has
 * @param verbose true if every process logs more
 */
public record ClusterCommandLines(
        SettingValues values,
        SettingValues nodes,
        CacheSettings cache,
        @Nullable String served,
        Path secret,
        List<String> jvm,
        long machine,
        boolean verbose) {
    private static final String LOOPBACK = "127.0.0.1";
    private static final Duration BEYOND = Duration.ofSeconds(5);
    /** Settings of single nodes or of the cluster, which cannot come from the nodes' file. */
    private static final List<Setting<?>> OWN = List.of(
            NodeSettings.DIR,
            NodeSettings.NAME,
            CommonSettings.HOST,
            CommonSettings.PORT,
            NodeSettings.PEER_PORT,
            NodeSettings.SERVING_PORT,
            HandoffSettings.DIRECTORY,
            CommonSettings.ADMIN_HOST,
            CommonSettings.ADMIN_PORT,
            CommonSettings.CLUSTER_HOST,
            CommonSettings.CLUSTER_PORT,
            CommonSettings.SECRET_FILE,
            ReplicationSettings.ADDRESS,
            ReplicationSettings.BACKEND,
            ReplicationSettings.SECRET_FILE);

    /**
     * Combines flags and file.
     *
     * @throws BadConfigurationException when the nodes would refuse it, or no process would answer clients
     */
    public static ClusterCommandLines of(
            SettingValues values,
            SettingValues nodes,
            @Nullable String served,
            Path secret,
            List<String> jvm,
            long machine)
            throws BadConfigurationException {
        if (nodes.get(NodeSettings.ROLE) == NodeRole.STORE) {
            throw new BadConfigurationException(
                    "--node-config: role: value \"store\"; expected all or web: somebody has to answer");
        }
        if (nodes.isGiven(CommonSettings.JOIN)) {
            throw new BadConfigurationException(
                    "--node-config: join: given; expected not to be, since up's nodes join each other");
        }
        ForwardingMode forwarding = values.get(ForwardingSettings.FORWARDING);
        if (forwarding.isOfPackets() || forwarding == ForwardingMode.HANDOFF) {
            throw new BadConfigurationException("--forwarding: value \"" + forwarding.label()
                    + "\"; expected proxy, redirect or handoff-local, since up's nodes share this host's addresses;"
                    + " packets are for gosling dispatch, as are connections to other hosts");
        }
        SettingValues node = nodes.with(CacheSettings.MEMORY, List.of(Long.toString(memory(values, nodes))));
        NodeConfigurationConverter.timings(node);
        CacheSettings cache = NodeConfigurationConverter.space("n1", node).cache();
        return new ClusterCommandLines(values, nodes, cache, served, secret, jvm, machine, false);
    }

    public ClusterCommandLines withVerbose(boolean more) {
        return new ClusterCommandLines(values, nodes, cache, served, secret, jvm, machine, more);
    }

    private static long memory(SettingValues values, SettingValues nodes) {
        return !values.isGiven(LocalClusterSettings.MEMORY) && nodes.isGiven(CacheSettings.MEMORY)
                ? nodes.get(CacheSettings.MEMORY)
                : values.get(LocalClusterSettings.MEMORY);
    }

    /** Keys of the nodes' file that have no effect here. */
    public List<String> ignored() {
        return OWN.stream().filter(nodes::isGiven).map(Setting::name).toList();
    }

    /** The timeout for a process to end: its last connections, its requests, leaving the cluster, and a little more. */
    Duration timeout() {
        Duration drain = values.get(CommonSettings.DRAIN);
        if (!values.isGiven(CommonSettings.DRAIN)
                && nodes.get(CommonSettings.DRAIN).compareTo(drain) > 0) {
            drain = nodes.get(CommonSettings.DRAIN);
        }
        return drain.plus(nodes.get(CommonSettings.DRAIN_DELAY))
                .plus(nodes.get(ClusterTimeouts.LEAVE))
                .plus(BEYOND);
    }

    /** Returns true if the front-end goes on accepting after TERM, which is of use only while there are nodes. */
    boolean frontEndEndsFirst() {
        return !nodes.get(CommonSettings.DRAIN_DELAY).isZero();
    }

    public List<String> names() {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= values.get(LocalClusterSettings.NODES); i++) {
            names.add("n" + i);
        }
        return names;
    }

    /** The quorum members: three, or one with fewer nodes. */
    private List<String> voters() {
        List<String> names = names();
        return names.subList(0, names.size() < 3 ? 1 : 3);
    }

    /** The command that starts a node, with its cluster port and those to join, none for the first. */
    List<String> node(String name, int clusterPort, List<Integer> others) {
        return serve(name, arguments -> {
            for (Setting<?> loopback :
                    List.of(CommonSettings.HOST, CommonSettings.ADMIN_HOST, CommonSettings.CLUSTER_HOST)) {
                add(arguments, loopback, LOOPBACK);
            }
            List.of(CommonSettings.PORT, NodeSettings.PEER_PORT, CommonSettings.ADMIN_PORT)
                    .forEach(free -> add(arguments, free, 0));
            if (nodes.get(NodeSettings.DISPATCH) || nodes.get(ClusterEncryption.ENCRYPTION)) {
                add(arguments, NodeSettings.SERVING_PORT, 0);
            }
            member(arguments, clusterPort, others);
            if (!nodes.isGiven(QuorumSettings.VOTERS)) {
                add(arguments, QuorumSettings.VOTERS, String.join(",", voters()));
            }
            pass(arguments, values, ObjectSpaceSettings.COOPERATION, ClusterCommandLines::toggle);
            pass(arguments, values, CacheSettings.REPLACEMENT, Function.identity());
            nodes.find(DiskSettings.PATH).ifPresent(path -> add(arguments, DiskSettings.PATH, path.resolve(name)));
            if (frontEndEndsFirst()) {
                add(arguments, CommonSettings.DRAIN_DELAY, "0s"); // by then nobody sends them new clients
            }
        });
    }

    /** The command that starts a node of a cluster or a server of a replica set, with what both have. */
    List<String> serve(String name, Consumer<List<String>> own) {
        List<String> arguments = new ArrayList<>(List.of("serve"));
        if (served != null) {
            arguments.add(served);
        }
        arguments.addAll(List.of("--name", name));
        own.accept(arguments);
        add(arguments, CacheSettings.MEMORY, cache.memoryBytes());
        nodes.find(AccessLogSettings.FILE)
                .ifPresent(file -> add(arguments, AccessLogSettings.FILE, logFile(file, name)));
        common(arguments);
        values.find(LocalClusterSettings.NODE_CONFIG)
                .ifPresent(file -> arguments.addAll(List.of("--config", file.toString())));
        return JavaCommandBuilder.of(JvmMemoryOptions.forNode(cache, machine), jvm, arguments);
    }

    List<String> frontEnd(int clusterPort, List<Integer> others) {
        return dispatch(arguments -> {
            add(arguments, CommonSettings.CLUSTER_HOST, LOOPBACK);
            member(arguments, clusterPort, others);
            for (Setting<Duration> common : List.of(ClusterTimeouts.HEARTBEAT, ClusterTimeouts.SILENCE)) {
                pass(arguments, nodes, common, DurationFormat::format);
            }
            pass(arguments, values, ForwardingSettings.FORWARDING, ForwardingMode::label);
            pass(arguments, values, HandoffSettings.PERSISTENT, SettingType::word);
        });
    }

    /** The command that starts a front-end, with what it has in any mode of {@code up}. */
    List<String> dispatch(Consumer<List<String>> own) {
        List<String> arguments = new ArrayList<>(List.of("dispatch"));
        add(arguments, CommonSettings.HOST, values.get(CommonSettings.HOST));
        add(arguments, CommonSettings.PORT, values.get(CommonSettings.PORT));
        add(arguments, CommonSettings.ADMIN_PORT, values.get(CommonSettings.ADMIN_PORT));
        add(arguments, FrontEndSettings.POLICY, values.get(FrontEndSettings.POLICY));
        own.accept(arguments);
        // The times of draining that the nodes' file has, unless up was given one.
        pass(arguments, nodes, CommonSettings.DRAIN_DELAY, DurationFormat::format);
        if (!values.isGiven(CommonSettings.DRAIN)) {
            pass(arguments, nodes, CommonSettings.DRAIN, DurationFormat::format);
        }
        common(arguments);
        add(arguments, RelaySettings.NAME_BACKEND, toggle(values.get(RelaySettings.NAME_BACKEND)));
        return JavaCommandBuilder.of(JvmMemoryOptions.forFrontEnd(machine), jvm, arguments);
    }

    private void common(List<String> arguments) {
        if (verbose) {
            arguments.add(VerbInvocation.VERBOSE);
        }
        pass(arguments, values, CommonSettings.DRAIN, DurationFormat::format);
    }

    /** Each node has a file of its own, with its name before the ending: {@code access-n1.log}. */
    static String logFile(String file, String node) {
        if (file.equals("-") || file.startsWith("/dev/")) {
            return file;
        }
        int dot = file.lastIndexOf('.');
        boolean ending = dot > file.lastIndexOf('/') + 1;
        return ending ? file.substring(0, dot) + "-" + node + file.substring(dot) : file + "-" + node;
    }

    private void member(List<String> arguments, int clusterPort, List<Integer> others) {
        add(arguments, CommonSettings.CLUSTER_PORT, clusterPort);
        if (!others.isEmpty()) {
            String join = others.stream()
                    .map(port -> new HostPort(LOOPBACK, port).toString())
                    .collect(Collectors.joining(","));
            add(arguments, CommonSettings.JOIN, join);
        }
        add(arguments, CommonSettings.SECRET_FILE, secret);
        pass(arguments, values, CommonSettings.TRANSPORT, Function.identity());
        pass(arguments, values, CommonSettings.EVENT_LOOPS, Object::toString);
        if (values.get(ForwardingSettings.FORWARDING) == ForwardingMode.HANDOFF_LOCAL) {
            // Beside the secret, in the folder deleted at the end.
            add(arguments, HandoffSettings.DIRECTORY, secret.resolveSibling("handoff"));
        }
    }

    private static String toggle(boolean on) {
        return on ? "on" : "off";
    }

    static void add(List<String> arguments, Setting<?> setting, Object value) {
        arguments.add(setting.flag());
        arguments.add(value.toString());
    }

    private static <T> void pass(
            List<String> arguments, SettingValues values, Setting<T> setting, Function<T, String> text) {
        if (values.isGiven(setting)) {
            add(arguments, setting, text.apply(values.get(setting)));
        }
    }
}
