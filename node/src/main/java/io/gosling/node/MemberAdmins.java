package io.gosling.node;

import io.gosling.node.settings.HostPort;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Which members a command on this machine can ask for their status, and why not the others. Pure.
 *
 * <p>Admin ports are on loopback: the address that a member of another machine names is one of this machine to whoever
 * reads it here.
 *
 * @param here admin ports to ask, by member
 * @param elsewhere why a member cannot be asked, by member
 */
record MemberAdmins(Map<String, HostPort> here, Map<String, Silence> elsewhere) {

    /**
     * Why nothing is known of a member.
     *
     * @param state {@code silent} or {@code not asked}
     * @param admin the admin port that it names, or a dash
     * @param reason what happened, and what to do
     */
    record Silence(String state, String admin, String reason) {}

    /**
     * The other members that a status names.
     *
     * @param isHere whether a host's address is one of this machine
     */
    static MemberAdmins of(Map<?, ?> status, Predicate<String> isHere) {
        Map<String, HostPort> here = new LinkedHashMap<>();
        Map<String, Silence> elsewhere = new LinkedHashMap<>();
        for (Map<?, ?> member : StatusReport.list(StatusReport.map(status, "cluster"), "members")) {
            String name = StatusReport.text(member, "name");
            String admin = StatusReport.text(member, "admin");
            if (name.equals(StatusReport.text(status, "name"))) {
                continue;
            }
            try {
                HostPort address = HostPort.parse(admin);
                String host = host(member);
                if (host == null || isHere.test(host)) {
                    here.put(name, address);
                } else {
                    elsewhere.put(name, new Silence("not asked", admin, notHere(admin, host)));
                }
            } catch (IllegalArgumentException e) {
                elsewhere.put(name, new Silence("not asked", admin, "it names no admin port"));
            }
        }
        return new MemberAdmins(here, elsewhere);
    }

    private static String notHere(String admin, String host) {
        return "its admin port " + admin + " is on " + host + " and answers there only: run gosling status on that"
                + " machine, or reach it through a tunnel, such as ssh -L 14675:" + admin + " " + host
                + " and --admin 127.0.0.1:14675";
    }

    /** The host that other members reach it under; null when it names none. */
    private static @org.jspecify.annotations.Nullable String host(Map<?, ?> member) {
        for (String port : new String[] {"peer", "http"}) {
            if (member.get(port) instanceof String address && !address.equals("-")) {
                return HostPort.parse(address).host();
            }
        }
        return null;
    }

    /** Whether this is an address of this machine; nothing is looked up. */
    static boolean isOfThisMachine(String host) {
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
