package io.gosling.node.report;

import io.gosling.replication.members.ReplicaPeer;
import io.gosling.settings.HostPort;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The admin ports of cluster members, or of servers of a replica set, that a command on this machine can query for
 * their status, and the reasons why the others cannot be queried. Pure, except that it reads the machine's own
 * addresses.
 *
 * <p>Where admin ports are on loopback, the address that a member on another machine names would mean this machine
 * here. Other admin ports require TLS and a token.
 *
 * @param here admin ports to ask, by member
 * @param elsewhere the reason why a member cannot be asked, by member
 */
public record MemberAdminPorts(Map<String, HostPort> here, Map<String, Silence> elsewhere) {

    private static final String NO_PORT = "it names no admin port";

    /**
     * The reason for a missing member's status.
     *
     * @param state {@code silent} or {@code not asked}
     * @param admin the admin port that it names, or a dash
     */
    public record Silence(String state, String admin, String reason) {
        /** Of an object of kind {@code silent}. */
        public static Silence of(Map<?, ?> silent) {
            return new Silence(
                    StatusReport.text(silent, "state"),
                    StatusReport.text(silent, "admin"),
                    StatusReport.text(silent, "reason"));
        }

        /** A line for a terminal, without its end. */
        public String line(String name) {
            return TextTable.printable(name + ": " + state + ": " + reason);
        }
    }

    /**
     * The machines whose admin ports a command can ask.
     *
     * @param isHere true for a host whose admin port on loopback it can ask
     * @param secure true if it speaks TLS and has a token, as admin ports beyond loopback require it
     */
    public record Reach(Predicate<String> isHere, boolean secure) {
        /** The ports that a caller of this port can ask. */
        public static Reach of(AdminAddress asked, boolean secure) {
            boolean near = !secure || isOfThisMachine(asked);
            return new Reach(host -> near && isOfThisMachine(host), secure);
        }

        /** A member is shown the token at its own address only, so that it cannot have the token sent elsewhere. */
        private boolean includes(@Nullable String host, HostPort admin) {
            return isLoopback(admin.host())
                    ? host == null || isHere.test(host)
                    : secure && admin.host().equals(host);
        }
    }

    /**
     * The other members that a status names; for a server that is in a replica set and in no cluster, the others of the
     * set.
     */
    public static MemberAdminPorts of(Map<?, ?> status, Reach reach) {
        MemberAdminPorts admins = new MemberAdminPorts(new LinkedHashMap<>(), new LinkedHashMap<>());
        StatusReport.list(StatusReport.map(status, "cluster"), "members").stream()
                .filter(member -> !StatusReport.isOf(StatusReport.text(member, "name"), status))
                .forEach(member -> admins.add(member, reach));
        if (admins.here.isEmpty() && admins.elsewhere.isEmpty()) {
            StatusReport.list(StatusReport.map(status, "replication"), "servers")
                    .forEach(server -> admins.addServer(server, reach));
        }
        return admins;
    }

    private void add(Map<?, ?> member, Reach reach) {
        String name = StatusReport.text(member, "name");
        String admin = StatusReport.text(member, "admin");
        try {
            HostPort address = HostPort.parse(admin);
            String host = host(member);
            // Of two with one name, as after a restart, the younger comes first.
            if (reach.includes(host, address)) {
                here.putIfAbsent(name, address);
            } else {
                elsewhere.putIfAbsent(name, new Silence("not asked", admin, notHere(address, String.valueOf(host))));
            }
        } catch (IllegalArgumentException e) {
            elsewhere.putIfAbsent(name, new Silence("not asked", admin, NO_PORT));
        }
    }

    /** Adds a server's admin port only if it can be asked. */
    private void addServer(Map<?, ?> server, Reach reach) {
        String name = StatusReport.text(server, "name");
        String admin = StatusReport.text(server, "admin");
        String reason = NO_PORT;
        try {
            HostPort address = HostPort.parse(admin);
            String host = ReplicaPeer.parse("http://" + name).host().replaceAll("[\\[\\]]", "");
            if (reach.includes(host, address)) {
                here.put(name, address);
                return;
            }
            reason = notHere(address, host);
        } catch (IllegalArgumentException e) {
            // It has reported nothing yet, or no address.
        }
        boolean silent = server.get("reason") instanceof String said && !said.isEmpty();
        elsewhere.put(
                name,
                silent
                        ? new Silence("silent", admin, StatusReport.text(server, "reason"))
                        : new Silence("not asked", admin, reason));
    }

    private static String notHere(HostPort admin, String host) {
        if (!isLoopback(admin.host())) {
            return "its admin port requires TLS and a token: --admin https://" + admin + " --token-file FILE";
        }
        return "its admin port " + admin + " is on " + host + " and answers there only: run gosling status on that"
                + " machine, or reach it through a tunnel, such as ssh -L 14675:" + admin + " " + host
                + " and --admin 127.0.0.1:14675";
    }

    private static @Nullable String host(Map<?, ?> member) {
        for (String port : new String[] {"peer", "http"}) {
            if (member.get(port) instanceof String address && !address.equals("-")) {
                return HostPort.parse(address).host();
            }
        }
        return null;
    }

    private static boolean isLoopback(String host) {
        try {
            return host.equals("localhost") || InetAddress.ofLiteral(host).isLoopbackAddress();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    public static boolean isOfThisMachine(AdminAddress admin) {
        return !(admin instanceof AdminAddress.Port port)
                || isOfThisMachine(port.address().host());
    }

    /** Returns true if this is an address of this machine; nothing is looked up. */
    public static boolean isOfThisMachine(String host) {
        if (host.equals("localhost")) {
            return true;
        }
        try {
            InetAddress address = InetAddress.ofLiteral(host);
            return address.isLoopbackAddress()
                    || address.isAnyLocalAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (IllegalArgumentException | SocketException e) {
            return false;
        }
    }
}
