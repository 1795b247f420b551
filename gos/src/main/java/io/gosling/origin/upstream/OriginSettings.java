package io.gosling.origin.upstream;

import io.gosling.gos.FreshnessSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.netty.limits.UpgradeProtocolSettingType;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Settings of an origin: its servers and paths, timeouts, failover, and the storing of its responses. The section
 * {@code origin} of a node; except for the servers themselves, also the defaults of the origins of sites. Immutable.
 *
 * @param values of the settings of this class, {@link OriginTimeouts}, {@link OriginTrustSettings} and {@link
 * FailoverSettings}, {@link FreshnessSettings#GRACE} and {@link ObjectSpaceSettings#FETCH_WAIT}; others are left out,
 * so that an origin remains the same when they change
 */
public record OriginSettings(OriginPathMapping mount, OriginServerAddresses servers, SettingValues values)
        implements UpstreamSettings, SettingGroup<OriginSettings> {
    private static final SettingDeclarations SERVERS = new SettingDeclarations();
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final SettingType<List<OriginAddress>> ADDRESSES = SettingType.list(
            "URL", "a list of servers such as http://10.0.0.5:3000, without a path", OriginAddress::parse);

    public static final Setting<OriginAddress> URL = SERVERS.optional(
            "origin.url",
            SettingType.of(
                    "URL",
                    "http or https, a host and perhaps a port, and no path, as in https://app.example.org/",
                    "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+/?$",
                    OriginAddress::parse),
            "HTTP server to answer for, instead of a directory; on the command line also the plain argument.");

    public static final Setting<List<OriginAddress>> OTHERS = SERVERS.optional(
            "origin.others",
            ADDRESSES,
            "More servers that answer the same as origin.url; all receive requests in turn.");

    public static final Setting<List<OriginAddress>> BACKUPS = SERVERS.optional(
            "origin.backups",
            ADDRESSES,
            "Servers that receive requests while no other server of the origin is available.");

    public static final Setting<Boolean> KEEP_HOST = DECLARED.setting(
            "origin.keep-host",
            SettingType.toggle(),
            "off",
            "on sends the origin the host that the client asked for, and each host has its own responses.");

    public static final Setting<Boolean> CLIENT_ADDRESS = DECLARED.setting(
            "origin.client-address",
            SettingType.toggle(),
            "off",
            "on tells the origin the client's address with every request, also where other clients get the same"
                    + " response; off only with methods other than GET and HEAD, and with requests for one of"
                    + " origin.upgrades.");

    public static final Setting<Set<String>> UPGRADES = DECLARED.setting(
            "origin.upgrades",
            UpgradeProtocolSettingType.KIND,
            "websocket",
            "Protocols to which the connection of a client may change with Upgrade, if the origin grants it: bytes pass"
                    + " both ways from then on. none allows no protocol.");

    public static final Setting<Integer> CONNECTIONS = DECLARED.setting(
            "origin.connections",
            SettingType.integer("N", 1, 100_000),
            "256",
            "Connections to one address of the origin, on each event loop; a stream of events keeps one as long as it"
                    + " lasts.");

    public static final Setting<Duration> HEURISTIC_TTL = lifetime(
            "origin.heuristic-ttl",
            Duration.ofDays(365),
            "1d",
            "Longest heuristic lifetime of a response that states none and has a Last-Modified; 0s for none.");

    public static final Setting<Duration> NEGATIVE_TTL = lifetime(
            "origin.negative-ttl",
            Duration.ofDays(365),
            "0s",
            "Lifetime of a 404, 405, 410, 414 or 501 that states none itself; 0s for none.");

    public static final Setting<Duration> ERROR_TTL = lifetime(
            "origin.error-ttl",
            Duration.ofHours(1),
            "0s",
            "Lifetime of a 500, 502, 503 or 504 that states none itself; 0s for none.");

    public static final Setting<Duration> HIT_FOR_MISS = lifetime(
            "origin.hit-for-miss",
            Duration.ofDays(1),
            "120s",
            "Hit-for-miss time, for which requests for a response that could not be shared do not wait for each"
                    + " other.");

    public static final Setting<Integer> REMEMBERED = DECLARED.setting(
            "origin.remembered",
            SettingType.integer("N", 16, 100_000_000),
            "65536",
            "URLs for which the cache remembers that their responses vary, or cannot be shared.");

    /** The store below the memory of a node for responses. */
    public enum CacheStore {
        /** None: the memories of the nodes alone, and the disk where there is one. */
        MEMORY,
        /** The repository of the cluster. */
        REPOSITORY
    }

    public static final Setting<CacheStore> CACHE = DECLARED.setting(
            "origin.cache",
            SettingType.constant(CacheStore.class),
            "memory",
            "repository puts responses of up to 256 KiB that memory may store into the repository too, and looks there"
                    + " before the origin is asked; it takes voters, for purges. memory does not.");

    public static final List<Setting<?>> OF_ANY = SettingDeclarations.inOrder(List.of(
            List.of(KEEP_HOST, CLIENT_ADDRESS, UPGRADES),
            OriginTimeouts.ALL,
            List.of(CONNECTIONS),
            OriginTrustSettings.ALL,
            FailoverSettings.ALL,
            List.of(HEURISTIC_TTL, NEGATIVE_TTL, ERROR_TTL, HIT_FOR_MISS, REMEMBERED, CACHE)));

    public static final List<Setting<?>> ALL = SettingDeclarations.inOrder(List.of(SERVERS.all(), OF_ANY));

    private static final List<Setting<?>> USED = SettingDeclarations.inOrder(
            List.of(OF_ANY, List.of(FreshnessSettings.GRACE, ObjectSpaceSettings.FETCH_WAIT)));

    /** @throws IllegalArgumentException when values that are each right do not go together */
    public OriginSettings {
        values = values.only(USED);
        new FailoverSettings(values);
        new OriginTrustSettings(values);
    }

    private static Setting<Duration> lifetime(String name, Duration most, String initial, String prose) {
        return DECLARED.setting(name, SettingType.duration(Duration.ZERO, most), initial, prose);
    }

    /** The defaults for an address that answers for everything. */
    public static OriginSettings of(OriginAddress address) {
        return of(address, SettingValues.none());
    }

    /**
     * The origin of a node that answers for one.
     *
     * @throws IllegalArgumentException when values that are each right do not go together
     */
    public static OriginSettings of(OriginAddress address, SettingValues values) {
        List<OriginAddress> usual = new ArrayList<>(List.of(address));
        usual.addAll(values.find(OTHERS).orElse(List.of()));
        List<OriginAddress> backups = values.find(BACKUPS).orElse(List.of());
        return new OriginSettings(OriginPathMapping.ALL, new OriginServerAddresses(usual, backups), values);
    }

    @Override
    public OriginSettings of(SettingValues other) {
        return new OriginSettings(mount, servers, other);
    }

    public OriginTrustSettings trust() {
        return new OriginTrustSettings(values);
    }

    /** The rules by which a server is ejected, and another one asked instead. */
    public FailoverSettings failover() {
        return new FailoverSettings(values);
    }

    /**
     * Time for which a request waits for another one for the same object: as long as that one may take. A server may be
     * sent it twice, over a connection that was kept and then over a new one.
     */
    @Override
    public Duration timeout() {
        Duration each = get(OriginTimeouts.CONNECT)
                .multipliedBy(OriginTimeouts.CONNECT_STEPS)
                .plus(get(OriginTimeouts.HEADER));
        Duration all = each.multipliedBy(2L * Math.min(servers.all().size(), OriginClient.MOST_SERVERS));
        Duration least = get(ObjectSpaceSettings.FETCH_WAIT);
        return all.compareTo(least) > 0 ? all : least;
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
        return !keepsHost() && mount.site().isEmpty();
    }

    @Override
    public Duration longestHeader() {
        return get(OriginTimeouts.HEADER);
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
}
