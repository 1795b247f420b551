package io.gosling.origin.upstream;

import io.gosling.common.Bounds;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of an origin: its servers and paths, timeouts, failover, and the storing of its responses.
 *
 * @param mount the paths that it answers
 * @param servers its addresses
 * @param keepsHost true if it sees the host that the client asked for; otherwise each server sees its own name. If it
 *     does, each host has its own responses, and the event-loop path is not used
 * @param times its timeouts
 * @param connections open at a time to one address on each event loop
 * @param trust the trusted certificates
 * @param failover outlier detection and failover
 * @param lifetimes lifetimes where the origin states none
 * @param grace time for which a stale response is served while the origin cannot be reached
 * @param patience least time for which a request waits for another request for the same object; then it fetches for
 *     itself
 * @param apart the hit-for-miss time
 * @param remembered number of URLs for which the hit-for-miss state, or that their responses vary, is remembered
 */
public record OriginSettings(
        Mount mount,
        UpstreamServers servers,
        boolean keepsHost,
        Times times,
        int connections,
        OriginTrust trust,
        Failover failover,
        Lifetimes lifetimes,
        Duration grace,
        Duration patience,
        Duration apart,
        int remembered)
        implements ReplySettings {

    /**
     * Timeouts of an origin.
     *
     * @param connect for a connection, TLS included, and for waiting for one
     * @param header from the end of the request to the header of the response
     * @param progress between two pieces of a body, in either direction
     * @param total for the whole exchange, body included
     */
    public record Times(Duration connect, Duration header, Duration progress, Duration total) {
        public Times {
            Duration least = Duration.ofMillis(1);
            Duration most = Duration.ofHours(1);
            Bounds.require("origin.connect-time", connect, least, most);
            Bounds.require("origin.header-time", header, least, most);
            Bounds.require("origin.progress-time", progress, least, most);
            Bounds.require("origin.total-time", total, least, Duration.ofDays(1));
        }

        /** 3 s to connect, 30 s for the header and between pieces, an hour for the whole. */
        public static Times usual() {
            return new Times(
                    Duration.ofSeconds(3), Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofHours(1));
        }
    }

    /**
     * Lifetimes of responses for which the origin states none.
     *
     * @param guessedMost the longest heuristic lifetime of a response with a Last-Modified; zero for none
     * @param absent for a 404, 405, 410, 414 or 501, which the standard leaves to the cache; zero for none
     * @param failed for a 500, 502, 503 or 504, which protects a failing origin from the load of all clients; zero
     *     for none
     */
    public record Lifetimes(Duration guessedMost, Duration absent, Duration failed) {
        public Lifetimes {
            Duration most = Duration.ofDays(365);
            Bounds.require("origin.guess-most", guessedMost, Duration.ZERO, most);
            Bounds.require("origin.negative-ttl", absent, Duration.ZERO, most);
            Bounds.require("origin.error-ttl", failed, Duration.ZERO, Duration.ofHours(1));
        }

        /** A guess of up to a day, and nothing else. */
        public static Lifetimes usual() {
            return new Lifetimes(Duration.ofDays(1), Duration.ZERO, Duration.ZERO);
        }
    }

    public OriginSettings {
        Bounds.require("origin.connections", connections, 1, 100_000);
        Bounds.require("refresh.grace", grace, Duration.ZERO, Duration.ofDays(1));
        Bounds.require("fill-wait", patience, Duration.ofMillis(1), Duration.ofMinutes(5));
        Bounds.require("origin.apart", apart, Duration.ZERO, Duration.ofDays(1));
        Bounds.require("origin.remembered", remembered, 16, 100_000_000);
    }

    /** The usual ones for an address that answers for everything. */
    public static OriginSettings of(OriginAddress address) {
        return new OriginSettings(
                Mount.ALL,
                UpstreamServers.of(address),
                false,
                Times.usual(),
                256,
                OriginTrust.USUAL,
                Failover.usual(),
                Lifetimes.usual(),
                Duration.ofSeconds(60),
                Duration.ofSeconds(5),
                Duration.ofSeconds(120),
                65_536);
    }

    /** Time for which a request waits for another one for the same object: as long as that one may take. */
    @Override
    public Duration patience() {
        Duration each = times.connect().plus(times.header());
        Duration all = each.multipliedBy(Math.min(servers.all().size(), OriginClient.MOST_SERVERS));
        return all.compareTo(patience) > 0 ? all : patience;
    }

    OriginAddress address() {
        return servers.usual().getFirst();
    }

    /**
     * The host part of the keys of its responses: in a site the site's name, and behind it the client's host where
     * that is kept. No host has an @ in it, so they never meet.
     *
     * @param host the client's where it is part of the key; null for any host
     */
    @Override
    public String keyPrefix(@Nullable String host) {
        String site = mount.site();
        return host == null
                ? (site.isEmpty() ? address().authority() : site)
                : (site.isEmpty() ? host : site + "@" + host);
    }

    /**
     * Returns true if its fresh responses may be served on the event-loop path: not where rules of a site apply before.
     */
    @Override
    public boolean mayBeHot() {
        return !keepsHost && mount.site().isEmpty();
    }

    @Override
    public Duration longestHeader() {
        return times.header();
    }

    /**
     * Over TLS, a body that ends with its connection may have been truncated by an attacker (RFC 9112, section 9.8).
     */
    @Override
    public boolean endsForCertain() {
        return !servers.secure();
    }

    /** Its client gives up by itself. */
    @Override
    public boolean endsInTime() {
        return true;
    }

    @Override
    public boolean isCalled(String authority) {
        return servers.all().stream().anyMatch(server -> server.authority().equalsIgnoreCase(authority));
    }

    public OriginSettings withGrace(Duration other) {
        return new OriginSettings(
                mount,
                servers,
                keepsHost,
                times,
                connections,
                trust,
                failover,
                lifetimes,
                other,
                patience,
                apart,
                remembered);
    }

    OriginSettings withTimes(Times other) {
        return new OriginSettings(
                mount,
                servers,
                keepsHost,
                other,
                connections,
                trust,
                failover,
                lifetimes,
                grace,
                patience,
                apart,
                remembered);
    }

    public OriginSettings keepingHost() {
        return new OriginSettings(
                mount,
                servers,
                true,
                times,
                connections,
                trust,
                failover,
                lifetimes,
                grace,
                patience,
                apart,
                remembered);
    }

    OriginSettings withLifetimes(Lifetimes other) {
        return new OriginSettings(
                mount,
                servers,
                keepsHost,
                times,
                connections,
                trust,
                failover,
                other,
                grace,
                patience,
                apart,
                remembered);
    }

    public OriginSettings withServers(UpstreamServers other) {
        return new OriginSettings(
                mount,
                other,
                keepsHost,
                times,
                connections,
                trust,
                failover,
                lifetimes,
                grace,
                patience,
                apart,
                remembered);
    }

    OriginSettings withFailover(Failover other) {
        return new OriginSettings(
                mount,
                servers,
                keepsHost,
                times,
                connections,
                trust,
                other,
                lifetimes,
                grace,
                patience,
                apart,
                remembered);
    }

    OriginSettings withTrust(OriginTrust other) {
        return new OriginSettings(
                mount,
                servers,
                keepsHost,
                times,
                connections,
                other,
                failover,
                lifetimes,
                grace,
                patience,
                apart,
                remembered);
    }

    OriginSettings withMount(Mount other) {
        return new OriginSettings(
                other,
                servers,
                keepsHost,
                times,
                connections,
                trust,
                failover,
                lifetimes,
                grace,
                patience,
                apart,
                remembered);
    }
}
