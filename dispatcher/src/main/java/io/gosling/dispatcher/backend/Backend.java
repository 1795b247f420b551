package io.gosling.dispatcher.backend;

import io.gosling.settings.HostPort;
import java.net.InetSocketAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One back-end as its source describes it.
 *
 * @param name unique among the back-ends; appears in status, in counters and in {@code Gosling-Backend}
 * @param address its HTTP address; unresolved if its name is to be looked up when connections are made; the same as
 *     {@code serving} where it has no plain one
 * @param serving the address to which requests are relayed; another one where these are encrypted
 * @param weight capacity in units of a standard machine, above 0 and at most 1000
 * @param state true if new requests may be sent
 * @param labels the back-end pools that it belongs to
 * @param publicUrl the URL under which clients reach it directly; null if they are not to
 */
public record Backend(
        String name,
        InetSocketAddress address,
        InetSocketAddress serving,
        double weight,
        State state,
        Set<String> labels,
        @Nullable BackendPublicUrl publicUrl) {
    public static final double MOST_WEIGHT = 1000;
    public static final String LABEL = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

    /**
     * State of a back-end as its source reports it. The front-end finds out by itself whether the back-end can be
     * reached.
     */
    public enum State {
        READY,
        /** Finishes what it has and takes nothing new. */
        DRAINING,
        /** The same, and then it is forgotten; reported once. */
        REMOVED
    }

    public Backend {
        labels = Set.copyOf(labels);
        if (!name.matches("[!-~]{1,255}")) {
            throw new IllegalArgumentException("the name of the back-end at " + address + " is \"" + name
                    + "\"; expected 1 to 255 visible ASCII characters without spaces");
        }
        if (!(weight > 0 && weight <= MOST_WEIGHT)) {
            throw new IllegalArgumentException(
                    "back-end " + name + ": the weight is " + weight + "; it must be above 0 and at most 1000");
        }
    }

    public Backend(String name, InetSocketAddress address, double weight, State state) {
        this(name, address, address, weight, state, Set.of(), null);
    }

    public Backend withPublicUrl(@Nullable BackendPublicUrl url) {
        return new Backend(name, address, serving, weight, state, labels, url);
    }

    public Backend withLabels(Set<String> others) {
        return new Backend(name, address, serving, weight, state, others, publicUrl);
    }

    public Backend in(State other) {
        return new Backend(name, address, serving, weight, other, labels, publicUrl);
    }

    public Backend weighing(double other) {
        return new Backend(name, address, serving, other, state, labels, publicUrl);
    }

    public Backend servingAt(InetSocketAddress other) {
        return new Backend(name, address, other, weight, state, labels, publicUrl);
    }

    public static Backend ready(String name, InetSocketAddress address) {
        return new Backend(name, address, 1, State.READY);
    }

    /** Returns true if the other one has the same addresses. */
    public boolean isAt(Backend other) {
        return address.equals(other.address) && serving.equals(other.serving);
    }

    /** The address as people write it: {@code app.example:80}, {@code 10.0.0.7:80} or {@code [::1]:80}. */
    public String hostAndPort() {
        return HostPort.of(address).toString();
    }
}
