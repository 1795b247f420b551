package io.gosling.origin.upstream;

import io.gosling.common.Bounds;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings for storing the responses of handlers of this process. No lifetime is guessed: a response is kept for as
 * long as it says, or is revalidated each time if it has a validator and says nothing.
 *
 * @param mount the paths and the name under which responses are kept; never empty
 * @param keepsHost true if handlers see the host that the client asked for, and each host has its own responses;
 *     otherwise they see the name, and all hosts share the same responses
 * @param lifetimes lifetime of responses that state none
 * @param longestHeader timeout for the header of a handler's response, and for silence within its body, if the response
 *     is to be stored and waited for; 1 ms to 1 h
 * @param grace see {@link ReplySettings#grace}
 * @param patience least time for which a request waits for another request for the same object
 * @param apart see {@link ReplySettings#apart}
 * @param remembered see {@link ReplySettings#remembered}
 */
public record HandlerSettings(
        Mount mount,
        boolean keepsHost,
        OriginSettings.Lifetimes lifetimes,
        Duration longestHeader,
        Duration grace,
        Duration patience,
        Duration apart,
        int remembered)
        implements ReplySettings {

    /** Only lifetimes that a handler states itself. */
    private static final OriginSettings.Lifetimes AS_SAID =
            new OriginSettings.Lifetimes(Duration.ZERO, Duration.ZERO, Duration.ZERO);

    /** @throws IllegalArgumentException when the name is missing, or something is out of bounds */
    public HandlerSettings {
        if (!mount.site().matches("[a-z0-9][a-z0-9.-]{0,63}")) {
            throw new IllegalArgumentException(
                    "name \"" + mount.site()
                            + "\"; expected lower-case letters, digits, dots and dashes, at most 64, a letter or"
                                    + " digit first, such as app");
        }
        Bounds.require("longest-header", longestHeader, Duration.ofMillis(1), Duration.ofHours(1));
        Bounds.require("refresh.grace", grace, Duration.ZERO, Duration.ofDays(1));
        Bounds.require("fill-wait", patience, Duration.ofMillis(1), Duration.ofMinutes(5));
        Bounds.require("origin.apart", apart, Duration.ZERO, Duration.ofDays(1));
        Bounds.require("origin.remembered", remembered, 16, 100_000_000);
    }

    /**
     * The default settings for handlers that answer any path; each host has its own responses.
     *
     * @param name the common name of the handlers, the same on every node, such as {@code app}
     */
    public static HandlerSettings of(String name) {
        return new HandlerSettings(
                new Mount(name, "/**", "", ""),
                true,
                AS_SAID,
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                Duration.ofSeconds(5),
                Duration.ofSeconds(120),
                65_536);
    }

    /** The same for whatever host. */
    public HandlerSettings forAnyHost() {
        return new HandlerSettings(mount, false, lifetimes, longestHeader, grace, patience, apart, remembered);
    }

    /** As long as a handler may take: a request that stopped waiting before would only call it once more. */
    @Override
    public Duration patience() {
        return longestHeader.compareTo(patience) > 0 ? longestHeader : patience;
    }

    @Override
    public String keyPrefix(@Nullable String host) {
        return host == null ? mount.site() : mount.site() + "@" + host;
    }

    /** False: filters before the handler must see each request. */
    @Override
    public boolean mayBeHot() {
        return false;
    }

    @Override
    public boolean endsForCertain() {
        return true;
    }

    /** Code of this process may take as long as it likes. */
    @Override
    public boolean endsInTime() {
        return false;
    }

    @Override
    public boolean isCalled(String authority) {
        return false;
    }
}
