package io.gosling.dispatcher.backend;

import io.gosling.settings.HostPort;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A server with its capacity weight, in units of a standard machine, and the labels of its back-end pools:
 * {@code web1:8080}, {@code web1:8080=2}, {@code web1:8080+images} or {@code web1:8080=2+images+video}. The port may be
 * missing, and is 0 then, for forwarding modes that need none; so may the brackets of an IPv6 address without a port.
 *
 * @param weight 0.01 to 100
 */
public record WeightedAddress(HostPort address, double weight, Set<String> labels) {
    private static final double LEAST = 0.01;
    private static final double MOST = 100;
    /** Of IPv4, or with two colons at least, which no host and port have. */
    private static final Pattern BARE =
            Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*");

    public WeightedAddress {
        labels = Set.copyOf(labels);
        if (!(weight >= LEAST && weight <= MOST)) {
            throw new IllegalArgumentException("weight " + weight + " is not from " + LEAST + " to " + MOST);
        }
    }

    /**
     * Reads an address, a weight behind an equals sign, which is 1 without it, and a label behind each plus.
     *
     * @throws IllegalArgumentException when the text has another form
     */
    public static WeightedAddress parse(String whole) {
        String[] parts = whole.split("\\+", -1);
        Set<String> labels = new LinkedHashSet<>();
        for (String label : List.of(parts).subList(1, parts.length)) {
            if (!label.matches(Backend.LABEL)) {
                throw new IllegalArgumentException("not a label: " + label);
            }
            labels.add(label);
        }
        String text = parts[0];
        int equals = text.indexOf('=');
        if (equals < 0) {
            return new WeightedAddress(address(text), 1, labels);
        }
        String weight = text.substring(equals + 1);
        if (!weight.matches("[0-9]{1,3}(\\.[0-9]{1,6})?")) {
            throw new IllegalArgumentException("not a weight: " + weight);
        }
        return new WeightedAddress(address(text.substring(0, equals)), Double.parseDouble(weight), labels);
    }

    private static HostPort address(String text) {
        return BARE.matcher(text).matches() ? new HostPort(text, 0) : HostPort.parse(text);
    }

    @Override
    public String toString() {
        return address.toString();
    }
}
