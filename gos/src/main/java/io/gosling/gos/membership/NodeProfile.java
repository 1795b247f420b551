package io.gosling.gos.membership;

import io.gosling.common.BoundsCheck;
import java.net.InetSocketAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The properties that a node announces to nodes that send it requests. Immutable.
 *
 * @param publicUrl URL for clients; null without direct access
 * @param weight its capacity, in units of a standard machine: {@value #LEAST_WEIGHT} to {@value #MOST_WEIGHT}
 * @param labels the back-end pools that it belongs to, {@value #MOST_LABELS} at most: each a letter or digit, then
 *     letters, digits, dots, dashes and underscores, 64 at most
 * @param dispatches true if it sends its clients' requests to the node that is to serve them, as front-ends do
 * @param groupUrl URL as a member of a replica set; null in none
 * @param serving the address at which it serves requests of front-ends over TLS; null where it does not encrypt
 */
public record NodeProfile(
        @Nullable String publicUrl,
        double weight,
        Set<String> labels,
        boolean dispatches,
        @Nullable String groupUrl,
        @Nullable InetSocketAddress serving) {
    public static final NodeProfile PLAIN = new NodeProfile(null, 1, Set.of());

    public static final String LABEL = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

    public static final double LEAST_WEIGHT = 0.01;
    public static final double MOST_WEIGHT = 100;
    public static final int MOST_LABELS = 32;

    /** The profile of a node that serves its clients' requests itself. */
    public NodeProfile(@Nullable String publicUrl, double weight, Set<String> labels) {
        this(publicUrl, weight, labels, false, null, null);
    }

    /** @throws IllegalArgumentException that states what is out of bounds */
    public NodeProfile {
        labels = Set.copyOf(labels);
        if (!(weight >= LEAST_WEIGHT && weight <= MOST_WEIGHT)) {
            throw new IllegalArgumentException(
                    "weight: " + weight + " is out of bounds; expected " + LEAST_WEIGHT + " to " + MOST_WEIGHT);
        }
        BoundsCheck.require("labels", labels.size(), 0, MOST_LABELS);
        for (String label : labels) {
            if (!label.matches(LABEL)) {
                throw new IllegalArgumentException(
                        "label '" + label + "' cannot be used; expected a letter or digit and then"
                                + " letters, digits, '-', '_' or '.', 64 at most");
            }
        }
    }

    public NodeProfile dispatching(boolean so) {
        return new NodeProfile(publicUrl, weight, labels, so, groupUrl, serving);
    }

    public NodeProfile inGroup(@Nullable String url) {
        return new NodeProfile(publicUrl, weight, labels, dispatches, url, serving);
    }

    public NodeProfile servingAt(@Nullable InetSocketAddress address) {
        return new NodeProfile(publicUrl, weight, labels, dispatches, groupUrl, address);
    }
}
