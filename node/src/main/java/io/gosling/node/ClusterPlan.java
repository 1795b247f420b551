package io.gosling.node;

import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.FrontEndSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.Setting;
import io.gosling.node.settings.UpSettings;
import io.gosling.node.settings.Values;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command lines of a cluster on one machine. Pure.
 *
 * @param values the settings of {@code up}
 * @param site the directory that every node serves
 * @param secret the file with the cluster's secret
 * @param machine bytes of memory that this machine has
 */
record ClusterPlan(Values values, Path site, Path secret, long machine) {
    private static final String LOOPBACK = "127.0.0.1";

    /** The nodes' names: n1, n2 and so on. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= values.get(UpSettings.NODES); i++) {
            names.add("n" + i);
        }
        return names;
    }

    /**
     * What starts a node.
     *
     * @param clusterPort where it listens for members
     * @param others ports of the members to join; the first member of all is given none, and so waits for nobody
     */
    List<String> node(String name, int clusterPort, List<Integer> others) {
        List<String> arguments = new ArrayList<>(List.of("serve", site.toString(), "--name", name));
        add(arguments, CommonSettings.HOST, LOOPBACK);
        for (Setting<Integer> free : List.of(CommonSettings.PORT, NodeSettings.PEER_PORT, CommonSettings.ADMIN_PORT)) {
            add(arguments, free, "0");
        }
        member(arguments, clusterPort, others);
        long memory = values.get(UpSettings.MEMORY);
        add(arguments, NodeSettings.MEMORY, Long.toString(memory));
        add(arguments, NodeSettings.COOPERATION, values.get(NodeSettings.COOPERATION) ? "on" : "off");
        add(arguments, NodeSettings.REPLACEMENT, values.get(NodeSettings.REPLACEMENT));
        values.find(UpSettings.NODE_CONFIG).ifPresent(file -> arguments.addAll(List.of("--config", file.toString())));
        return JavaCommand.of(JvmShape.forNode(memory, machine), arguments);
    }

    /** What starts the front-end. */
    List<String> frontEnd(int clusterPort, List<Integer> nodes) {
        List<String> arguments = new ArrayList<>(List.of("dispatch"));
        add(arguments, CommonSettings.HOST, values.get(CommonSettings.HOST));
        add(arguments, CommonSettings.CLUSTER_HOST, LOOPBACK);
        add(arguments, CommonSettings.PORT, Integer.toString(values.get(CommonSettings.PORT)));
        add(arguments, CommonSettings.ADMIN_PORT, Integer.toString(values.get(CommonSettings.ADMIN_PORT)));
        member(arguments, clusterPort, nodes);
        add(arguments, FrontEndSettings.POLICY, values.get(FrontEndSettings.POLICY));
        add(arguments, FrontEndSettings.DEBUG_BACKEND, values.get(FrontEndSettings.DEBUG_BACKEND) ? "on" : "off");
        return JavaCommand.of(JvmShape.forFrontEnd(machine), arguments);
    }

    private void member(List<String> arguments, int clusterPort, List<Integer> others) {
        add(arguments, CommonSettings.CLUSTER_PORT, Integer.toString(clusterPort));
        if (!others.isEmpty()) {
            add(
                    arguments,
                    CommonSettings.JOIN,
                    String.join(
                            ",",
                            others.stream().map(port -> LOOPBACK + ":" + port).toList()));
        }
        add(arguments, CommonSettings.SECRET_FILE, secret.toString());
        add(arguments, CommonSettings.TRANSPORT, values.get(CommonSettings.TRANSPORT));
        add(arguments, CommonSettings.EVENT_LOOPS, Integer.toString(values.get(CommonSettings.EVENT_LOOPS)));
        add(
                arguments,
                CommonSettings.DRAIN,
                io.gosling.node.settings.TimeSpan.format(values.get(CommonSettings.DRAIN)));
    }

    private static void add(List<String> arguments, Setting<?> setting, String value) {
        arguments.add(setting.flag());
        arguments.add(value);
    }
}
