package io.gosling.node.doctor;

import io.gosling.command.CommandFailureException;
import io.gosling.common.OpenFileLimitCheck;
import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.dispatcher.backend.WeightedAddress;
import io.gosling.dispatcher.packet.PacketSettings;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.membership.NodeRole;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.node.configuration.FilePermissionCheck;
import io.gosling.node.configuration.ListenAddresses;
import io.gosling.node.configuration.NodeConfigurationConverter;
import io.gosling.node.configuration.PacketConfigurationConverter;
import io.gosling.node.doctor.Finding.Level;
import io.gosling.node.process.JvmMemoryOptions;
import io.gosling.node.process.StartupMemoryCheck;
import io.gosling.node.run.RunningFrontEnd;
import io.gosling.node.run.RunningNode;
import io.gosling.node.settings.AdminSettings;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.DispatchSettings;
import io.gosling.node.settings.HttpsSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.replication.serve.ReplicationSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.ByteSizeFormat;
import io.gosling.settings.HostPort;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compares what a configuration needs with what a machine has. For one thread; starts nothing. */
public final class Doctor {
    /** Certificates that expire within that time are to be renewed. */
    private static final Duration SOON = Duration.ofDays(14);

    /** Difference of two clocks, of which one tells whole seconds. */
    private static final Duration CLOCK = Duration.ofSeconds(3);

    /** Connections that the kernel should let wait to be accepted. */
    private static final int BACKLOG = 1024;

    private static final int FIRST_FREE_PORT = 1024;

    private final SettingValues values;
    private final boolean dispatching;
    private final Machine machine;
    private final boolean packets;
    private final boolean cluster;
    private final List<Finding> findings = new ArrayList<>();

    private Doctor(SettingValues values, boolean dispatching, Machine machine) {
        this.values = values;
        this.dispatching = dispatching;
        this.machine = machine;
        this.packets = dispatching && PacketConfigurationConverter.isMeant(values);
        this.cluster = dispatching
                ? !packets && !values.isGiven(BackendSource.FIXED)
                : !NodeConfigurationConverter.isAlone(values);
    }

    /** Checks this machine for {@code gosling dispatch}, or else {@code gosling serve}, with these values. */
    public static List<Finding> examine(SettingValues values, boolean dispatching) {
        return examine(values, dispatching, new Machine());
    }

    static List<Finding> examine(SettingValues values, boolean dispatching, Machine machine) {
        Doctor doctor = new Doctor(values, dispatching, machine);
        try {
            doctor.openFiles();
            doctor.memory();
            doctor.ports();
            doctor.neighbours();
            doctor.certificates();
            doctor.secrets();
            machine.kernel("self/status").ifPresent(doctor::rights);
            doctor.kernel();
        } catch (BadConfigurationException e) {
            doctor.check(false, Level.FAIL, "rest", "", "not checked: " + e.getMessage());
        }
        return List.copyOf(doctor.findings);
    }

    private void check(boolean well, Level otherwise, String subject, String good, String bad) {
        findings.add(new Finding(well ? Level.OK : otherwise, subject, well ? good : bad));
    }

    private void openFiles() {
        long sockets = packets ? 0 : dispatching ? RunningFrontEnd.sockets(values) : RunningNode.sockets(values);
        Optional<String> shortage = OpenFileLimitCheck.shortage("limits.connections", sockets, machine.openFiles());
        check(shortage.isEmpty(), Level.WARN, "open files", "for " + sockets + " connections", shortage.orElse(""));
    }

    private void memory() throws BadConfigurationException {
        long all = machine.memory();
        try {
            CacheSettings asked = new CacheSettings(values);
            JvmMemoryOptions jvm =
                    dispatching ? JvmMemoryOptions.forFrontEnd(all) : JvmMemoryOptions.forNode(asked, all);
            if (!dispatching) {
                var limits = new StartupMemoryCheck.Limits(jvm.direct(), jvm.heap(), all);
                CacheSettings fitted = new CacheSettings(StartupMemoryCheck.fitted(values, limits));
                StartupMemoryCheck.require(fitted, limits);
                jvm = JvmMemoryOptions.forNode(fitted, all);
            }
            String text = ByteSizeFormat.approximately(jvm.heap()) + " of heap and "
                    + ByteSizeFormat.approximately(jvm.direct()) + " beside it, of "
                    + ByteSizeFormat.approximately(all) + " that this machine or container has";
            check(jvm.heap() + jvm.direct() <= all, Level.FAIL, "memory", text, text + "; give it more");
        } catch (CommandFailureException | IllegalArgumentException e) {
            check(false, Level.FAIL, "memory", "", String.valueOf(e.getMessage()));
        }
    }

    private void ports() throws BadConfigurationException {
        Setting<Integer> clusterPort = dispatching ? DispatchSettings.CLUSTER_PORT : CommonSettings.CLUSTER_PORT;
        ListenAddresses own = ListenAddresses.given(
                dispatching ? RunningFrontEnd.joining(values) : values, clusterPort, CommonSettings.JOIN);
        if (!packets && (dispatching || values.get(NodeSettings.ROLE) != NodeRole.STORE)) {
            port(own.clients(), CommonSettings.PORT);
            if (values.isGiven(HttpsSettings.PORT)) {
                port(own.clients(), HttpsSettings.PORT);
            }
        }
        port(own.admin(), CommonSettings.ADMIN_PORT);
        if (cluster) {
            port(own.cluster(), clusterPort);
        }
        if (cluster && !dispatching) {
            port(own.cluster(), NodeSettings.PEER_PORT);
            port(own.cluster(), NodeSettings.SERVING_PORT);
        }
    }

    private void port(InetSocketAddress host, Setting<Integer> setting) {
        InetSocketAddress address =
                new InetSocketAddress(host.getAddress(), values.find(setting).orElseGet(host::getPort));
        if (address.getPort() == 0) {
            return;
        }
        String what = setting.flag() + ' ' + HostPort.of(address);
        try {
            machine.bind(address);
            check(true, Level.OK, "port", what + " is free", "");
        } catch (IOException e) {
            boolean another = setting.equals(CommonSettings.ADMIN_PORT) && !values.isGiven(setting);
            String then = another ? " (a free one is taken then)" : "";
            check(false, another ? Level.WARN : Level.FAIL, "port", "", what + ": " + e.getMessage() + then);
        }
    }

    /** Names, ports and clocks of the members to join, or of the back-ends that are listed. */
    private void neighbours() {
        List<HostPort> others = cluster
                ? values.find(dispatching ? DispatchSettings.JOIN : CommonSettings.JOIN)
                        .orElse(List.of())
                : packets
                        ? List.of()
                        : values.find(BackendSource.FIXED).orElse(List.of()).stream()
                                .map(WeightedAddress::address)
                                .toList();
        for (HostPort other : others) {
            try {
                InetAddress host = machine.resolve(other.host());
                reach(other, new InetSocketAddress(host, other.port()));
                machine.clock(host, cluster ? values.get(CommonSettings.PORT) : other.port())
                        .ifPresentOrElse(
                                time -> clock(
                                        other,
                                        Duration.between(time, machine.now()).abs()),
                                () -> check(true, Level.OK, "clock", "not compared: no HTTP at " + other.host(), ""));
            } catch (UnknownHostException e) {
                String bad = other + ": this machine cannot look up the host; correct the name or the resolver";
                check(false, Level.FAIL, "names", "", bad);
            }
        }
    }

    private void reach(HostPort other, InetSocketAddress address) {
        try {
            machine.connect(address);
            check(true, Level.OK, "reach", other + " accepts connections", "");
        } catch (IOException e) {
            String bad = other + ": " + e.getMessage() + "; if it runs now, open that port between both machines";
            check(false, Level.WARN, "reach", "", bad);
        }
    }

    private void clock(HostPort other, Duration apart) {
        String bad = apart.toSeconds() + " s apart from that of " + other.host()
                + "; ages of responses go by it: run chrony or another NTP client on both";
        check(apart.compareTo(CLOCK) <= 0, Level.WARN, "clock", "as that of " + other.host(), bad);
    }

    private void certificates() {
        Map<String, String> more = values.find(TlsSettings.CERTIFICATES).orElse(Map.of());
        List<Path> files = new ArrayList<>();
        values.find(TlsSettings.CERTIFICATE).ifPresent(files::add);
        more.keySet().forEach(file -> files.add(Path.of(file)));
        values.find(AdminSettings.CERTIFICATE).filter(Files::exists).ifPresent(files::add);
        for (Path file : files) {
            try {
                X509Certificate own = CertificateFiles.certificates(file).getFirst();
                Instant end = own.getNotAfter().toInstant();
                Instant now = machine.now();
                boolean valid =
                        now.isBefore(end) && now.isAfter(own.getNotBefore().toInstant());
                String bad = file + (valid ? " expires at " + end : " is not valid at " + now) + "; renew it";
                boolean well = valid && now.isBefore(end.minus(SOON));
                check(well, valid ? Level.WARN : Level.FAIL, "certificate", file + " is valid to " + end, bad);
            } catch (IOException e) {
                check(false, Level.FAIL, "certificate", "", String.valueOf(e.getMessage()));
            }
        }
    }

    /** Permissions of the files that nobody else should read. */
    private void secrets() {
        Map<Path, String> files = new LinkedHashMap<>();
        ListenAddresses.secretFile(values).ifPresent(file -> files.put(file, "join the cluster"));
        values.find(ReplicationSettings.SECRET_FILE).ifPresent(file -> files.put(file, "join the replica set"));
        values.find(TlsSettings.PRIVATE_KEY).ifPresent(file -> files.put(file, "pretend to be this server"));
        Map<String, String> more = values.find(TlsSettings.CERTIFICATES).orElse(Map.of());
        more.values().forEach(file -> files.put(Path.of(file), "pretend to be this server"));
        values.find(AdminSettings.TOKENS).ifPresent(file -> files.put(file, "find out tokens"));
        files.forEach((file, danger) -> {
            try {
                Optional<String> weakness = FilePermissionCheck.weakness("", file, danger);
                String good = file + " is closed to others";
                check(weakness.isEmpty(), Level.WARN, "permissions", good, weakness.orElse(""));
            } catch (IOException e) {
                check(false, Level.FAIL, "permissions", "", file + ": expected a file that this user can read");
            }
        });
    }

    private void rights(String status) {
        Set<Capability> needed = EnumSet.noneOf(Capability.class);
        if (packets || dispatching && values.get(ForwardingSettings.FORWARDING) == ForwardingMode.HANDOFF) {
            needed.addAll(EnumSet.of(Capability.NET_ADMIN, Capability.NET_RAW));
        } else if (!dispatching && values.isGiven(HandoffSettings.PORT)) {
            needed.add(Capability.NET_ADMIN);
        }
        int free = number("sys/net/ipv4/ip_unprivileged_port_start").orElse(FIRST_FREE_PORT);
        int https = values.find(HttpsSettings.PORT).orElse(0);
        int port = values.get(CommonSettings.PORT);
        if (!packets && (port > 0 && port < free || https > 0 && https < free)) {
            needed.add(Capability.NET_BIND_SERVICE);
        }
        String all = needed.isEmpty() ? "no capability" : Capability.names(needed);
        boolean has = needed.stream().allMatch(one -> one.isEffective(status));
        String bad = "it needs " + all + ", which this user does not have; with systemd: AmbientCapabilities=" + all;
        check(has, Level.FAIL, "rights", "has what it needs: " + all, bad);
        String root = "this is root, so that a fault gives away the machine; run it as a user with " + all;
        check(!Capability.isRoot(status), Level.WARN, "user", "not root", root);
    }

    private void kernel() throws BadConfigurationException {
        number("sys/net/core/somaxconn")
                .ifPresent(waiting -> check(
                        waiting >= BACKLOG,
                        Level.WARN,
                        "kernel",
                        "net.core.somaxconn is " + waiting,
                        "net.core.somaxconn is " + waiting + ", so that bursts of connections are dropped; sysctl -w"
                                + " net.core.somaxconn=4096"));
        if (packets) {
            PacketSettings settings = PacketConfigurationConverter.of(values);
            boolean four = settings.cluster().isFour();
            String conf = "net/" + (four ? "ipv4/conf/" + settings.device() : "ipv6/conf/all");
            variable(conf + "/forwarding", "the host passes on packets by itself, too; " + settings.forwardingOff());
            variable(conf + "/rp_filter", "it may drop packets of clients; sysctl -w " + conf + "/rp_filter=0");
        }
    }

    private void variable(String name, String otherwise) {
        number("sys/" + name).ifPresent(value -> {
            String is = name + " is " + value;
            check(value == 0, Level.WARN, "kernel", is, is + ": " + otherwise);
        });
    }

    private Optional<Integer> number(String path) {
        return machine.kernel(path).map(Integer::parseInt);
    }
}
