package io.gosling.node.supervise;

import static io.gosling.node.supervise.ClusterCommandLines.add;

import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.gos.membership.QuorumSettings;
import io.gosling.node.process.PortBinder;
import io.gosling.node.settings.CommonSettings;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.replication.coop.CoopSettings;
import io.gosling.replication.serve.ReplicationSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.HostPort;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The command lines of a replica set on one machine: servers that hold copies for each other, without a cluster, and
 * without a front-end unless a policy is given.
 *
 * @param plan the part that is common to all modes of {@code up}
 * @param host the host at which clients reach every server
 * @param ports port of each server, kept over restarts
 */
public record ReplicaSetCommandLines(ClusterCommandLines plan, String host, Map<String, Integer> ports) {
    private static final int LAST_PORT = 65_535;

    /**
     * The ports from {@code --port} on, or free ones.
     *
     * @throws BadConfigurationException when pages could not name the servers
     */
    public static ReplicaSetCommandLines of(ClusterCommandLines plan) throws BadConfigurationException, IOException {
        SettingValues values = plan.values();
        String host = values.get(CommonSettings.HOST);
        if (values.isGiven(OriginSettings.URL)) {
            throw new BadConfigurationException("--replication: given with " + OriginSettings.URL.flag() + " "
                    + values.get(OriginSettings.URL) + ", whose documents have no files to make copies of; expected a"
                    + " directory");
        }
        if (InetAddress.getByName(host).isAnyLocalAddress()) {
            throw new BadConfigurationException("--host: value \"" + host
                    + "\"; expected one address with --replication, since pages name the servers by it");
        }
        if (plan.served() == null || plan.nodes().isGiven(QuorumSettings.VOTERS)) {
            throw new BadConfigurationException("--node-config: sites, an origin or voters; expected none of them with"
                    + " --replication, and a directory on the command line");
        }
        if (values.isGiven(RelaySettings.NAME_BACKEND) && !values.isGiven(FrontEndSettings.POLICY)) {
            throw new BadConfigurationException(RelaySettings.NAME_BACKEND.flag()
                    + ": given, and --replication without --policy, which has no front-end; expected both or neither");
        }
        if (values.isGiven(ForwardingSettings.FORWARDING)) {
            throw new BadConfigurationException(ForwardingSettings.FORWARDING.flag()
                    + ": given, and --replication as well, whose front-end passes requests on; expected one of them");
        }
        int first = values.get(CommonSettings.PORT);
        List<String> names = plan.names();
        // The front-end gets the requested port, and the servers those after it.
        int begin = values.isGiven(FrontEndSettings.POLICY) ? first + 1 : first;
        if (begin + names.size() - 1 > LAST_PORT) {
            throw new BadConfigurationException("--port: " + first + " and --nodes " + names.size()
                    + " with --replication need ports beyond " + LAST_PORT + "; expected a lower one");
        }
        List<Integer> free = first == 0 ? PortBinder.free(InetAddress.getByName(host), names.size()) : List.of();
        Map<String, Integer> ports = new LinkedHashMap<>();
        names.forEach(name -> ports.put(name, first == 0 ? free.get(ports.size()) : begin + ports.size()));
        return new ReplicaSetCommandLines(plan, host, ports);
    }

    public boolean hasFrontEnd() {
        return plan.values().isGiven(FrontEndSettings.POLICY);
    }

    public List<String> frontEnd() {
        return plan.dispatch(arguments ->
                ports.values().forEach(port -> add(arguments, BackendSource.FIXED, new HostPort(host, port))));
    }

    private String address(String name) {
        return "http://" + new HostPort(host, ports.getOrDefault(name, 0));
    }

    /** The command that starts a server; the first one gets the requested admin port, unless a front-end has it. */
    public List<String> server(String name) {
        boolean first = !hasFrontEnd() && plan.names().getFirst().equals(name);
        return plan.serve(name, arguments -> {
            add(arguments, CommonSettings.HOST, host);
            add(arguments, CommonSettings.PORT, ports.getOrDefault(name, 0));
            add(arguments, CommonSettings.ADMIN_PORT, first ? plan.values().get(CommonSettings.ADMIN_PORT) : 0);
            add(arguments, ReplicationSettings.ADDRESS, address(name));
            add(
                    arguments,
                    ReplicationSettings.BACKEND,
                    plan.names().stream().map(this::address).collect(Collectors.joining(",")));
            add(arguments, ReplicationSettings.SECRET_FILE, plan.secret());
            Path copies = plan.nodes()
                    .find(CoopSettings.IMPORT_PATH)
                    .map(path -> path.resolve(name))
                    .orElse(plan.secret().resolveSibling("copies-" + name));
            add(arguments, CoopSettings.IMPORT_PATH, copies);
        });
    }
}
