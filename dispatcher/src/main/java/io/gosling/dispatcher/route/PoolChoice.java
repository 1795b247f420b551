package io.gosling.dispatcher.route;

import io.gosling.dispatcher.policy.RoutingKeyHash;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pools to which a route sends requests, each with its percentage of the clients. A client stays in its pool while
 * the percentages stay; growth of the last pool at the cost of the one before it moves no client back. Immutable.
 */
public final class PoolChoice {
    private static final int ALL = 100;
    private static final AsciiString CLIENTS = AsciiString.cached("x-forwarded-for");

    private final String[] labels;
    private final int[] percents;
    private final @Nullable String cookie;

    /** One pool for all clients. */
    PoolChoice(String label) {
        this(Map.of(label, ALL), null);
    }

    /**
     * Divides clients by the value of a cookie, if they have it, or else by address.
     *
     * @throws IllegalArgumentException if the percentages are not 100 in all
     */
    PoolChoice(Map<String, Integer> shares, @Nullable String cookie) {
        int sum = shares.values().stream().mapToInt(Integer::intValue).sum();
        if (sum != ALL) {
            throw new IllegalArgumentException("split.pools: percentages that are " + sum + " in all; expected " + ALL);
        }
        this.labels = shares.keySet().toArray(String[]::new);
        this.percents = shares.values().stream().mapToInt(Integer::intValue).toArray();
        this.cookie = cookie;
    }

    List<String> labels() {
        return List.of(labels);
    }

    /** Returns the label of the pool of a request, whose X-Forwarded-For names its client first. */
    String of(HttpHeaders request) {
        if (labels.length == 1) {
            return labels[0];
        }
        int place = (int) Long.remainderUnsigned(RoutingKeyHash.hash(client(request)), ALL);
        int at = 0;
        for (int end = percents[0]; place >= end; end += percents[at]) {
            at++;
        }
        return labels[at];
    }

    private CharSequence client(HttpHeaders request) {
        String session = cookie == null ? null : RequestValues.cookie(request, cookie);
        if (session != null && !session.isEmpty()) {
            return session;
        }
        String addresses = request.get(CLIENTS, "");
        int comma = addresses.indexOf(',');
        return comma < 0 ? addresses : addresses.substring(0, comma);
    }
}
