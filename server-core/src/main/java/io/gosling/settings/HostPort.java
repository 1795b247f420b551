package io.gosling.settings;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host and a port as people write them: {@code web1:5701}, {@code 10.0.0.7:5701}, {@code [::1]:5701}.
 *
 * @param host a name or an address, IPv6 without its brackets
 * @param port 0 to 65535
 */
public record HostPort(String host, int port) {
    private static final Pattern FORM =
            Pattern.compile("(?:\\[([0-9A-Fa-f:.]+(?:%[0-9A-Za-z_.-]+)?)]|([0-9A-Za-z_.-]+)):([0-9]{1,5})");

    public HostPort {
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("port " + port + " is not in 0..65535");
        }
    }

    /**
     * Reads a host and a port; nothing is looked up.
     *
     * @throws IllegalArgumentException when the text has another form; IPv6 addresses want their brackets
     */
    public static HostPort parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("not HOST:PORT: " + text);
        }
        String six = form.group(1);
        return new HostPort(six != null ? six : form.group(2), Integer.parseInt(form.group(3)));
    }

    /** The address of a bound or connected socket, never its reverse-looked-up name. */
    public static HostPort of(InetSocketAddress address) {
        return new HostPort(
                address.isUnresolved()
                        ? address.getHostString()
                        : address.getAddress().getHostAddress(),
                address.getPort());
    }

    /** The form that {@link #parse} reads back. */
    @Override
    public String toString() {
        return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }
}
