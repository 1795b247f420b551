package io.gosling.node.settings;

import io.gosling.gos.FreshnessSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.origin.upstream.Failover;
import io.gosling.origin.upstream.Mount;
import io.gosling.origin.upstream.OriginAddress;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.origin.upstream.OriginTrust;
import io.gosling.origin.upstream.UpstreamServers;
import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.Values;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Settings of the HTTP servers from which a node or site gets its content, if it has an origin: the section
 * {@code origin}. Except for the servers themselves, they are also the initial values of the origins of sites
 * ({@link SiteOriginSettings}).
 */
public final class UpstreamSettings {
    private static final Declarations DECLARED = new Declarations();

    private static final Duration LEAST = Duration.ofMillis(1);

    static final Kind<List<OriginAddress>> ADDRESSES =
            Kind.list("URL", "a list of servers such as http://10.0.0.5:3000, without a path", OriginAddress::parse);

    /** The origin. */
    public static final Setting<OriginAddress> URL = DECLARED.optional(
            "origin.url",
            Kind.of(
                    "URL",
                    "http or https, a host and perhaps a port, and no path, as in https://app.example.org/",
                    "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@]+/?$",
                    OriginAddress::parse),
            "The HTTP server to answer for, instead of a directory; on the command line also the plain argument.");

    static final Setting<List<OriginAddress>> OTHERS = DECLARED.optional(
            "origin.others", ADDRESSES, "More servers that answer the same as origin.url; all are asked in turn.");
    static final Setting<List<OriginAddress>> BACKUPS =
            DECLARED.optional("origin.backups", ADDRESSES, "Servers that are asked while none of the others can be.");

    static final Setting<Boolean> KEEP_HOST = DECLARED.setting(
            "origin.keep-host",
            Kind.toggle(),
            "off",
            "Whether the origin is told the host that the client asked for, and each host has its own responses.");
    static final Setting<Duration> CONNECT_TIME = time(
            "origin.connect-time", "3s", "For the address of its name, and for a connection, TLS included; then 502.");
    static final Setting<Duration> HEADER_TIME =
            time("origin.header-time", "30s", "For the header of the origin's response; then 504.");
    static final Setting<Duration> PROGRESS_TIME =
            time("origin.progress-time", "30s", "Between two pieces of a body, to or from the origin.");
    static final Setting<Duration> TOTAL_TIME = DECLARED.setting(
            "origin.total-time",
            Kind.duration(LEAST, Duration.ofDays(1)),
            "1h",
            "For a whole request to the origin and its response.");
    static final Setting<Integer> CONNECTIONS = DECLARED.setting(
            "origin.connections",
            Kind.integer("N", 1, 100_000),
            "256",
            "Connections to one address of the origin, on each event loop.");
    static final Setting<Path> TLS_CA = DECLARED.optional(
            "origin.tls-ca",
            Kind.path("FILE", "a PEM file with certificates"),
            "Who may have signed the certificates of https servers, instead of those whom Java believes.");
    static final Setting<Boolean> TLS_VERIFY = DECLARED.setting(
            "origin.tls-verify",
            Kind.toggle(),
            "on",
            "off believes every certificate: whoever is between here and the origin can read and change all.");
    static final Setting<String> TLS_NAME = DECLARED.optional(
            "origin.tls-name",
            Kind.of("HOST", "a host name", UpstreamSettings::hostName),
            "The name that certificates are to be for and that TLS asks for, instead of the servers' own.");
    static final Setting<Integer> FAILURES = DECLARED.setting(
            "origin.failures",
            Kind.integer("N", 1, 1000),
            "3",
            "Failures in a row after which a server of the origin is left alone for a while.");
    static final Setting<Duration> PAUSE = time("origin.pause", "1s", "For so long at first; doubled while it fails.");
    static final Setting<Duration> LONGEST_PAUSE =
            time("origin.longest-pause", "30s", "The longest of these pauses; one request ends each of them.");
    static final Setting<Integer> REPEAT_PERCENT = DECLARED.setting(
            "origin.repeat-percent",
            Kind.integer("N", 0, 100),
            "20",
            "How many of a hundred requests may be sent to another server after they were sent in vain.");
    static final Setting<Integer> REPEAT_LEAST = DECLARED.setting(
            "origin.repeat-least",
            Kind.integer("N", 0, 10_000),
            "1",
            "Such repetitions a second that are allowed however few requests there are.");
    static final Setting<String> CHECK = DECLARED.optional(
            "origin.check",
            Kind.of("PATH", "a path that begins with a slash, such as /healthz", UpstreamSettings::checkPath),
            "What every server is asked for again and again, and answers below 400 while it is well; by default nothing.");
    static final Setting<Duration> CHECK_INTERVAL = DECLARED.setting(
            "origin.check-interval",
            Kind.duration(Duration.ofMillis(10), Duration.ofHours(1)),
            "5s",
            "How often, a fifth more or less.");
    static final Setting<Duration> CHECK_TIME = DECLARED.setting(
            "origin.check-time", Kind.duration(LEAST, Duration.ofMinutes(1)), "2s", "For the answer to a check.");
    static final Setting<Duration> GUESS_MOST = DECLARED.setting(
            "origin.guess-most",
            Kind.duration(Duration.ZERO, Duration.ofDays(365)),
            "1d",
            "Longest lifetime of what has none but a Last-Modified; 0s for no guessing.");
    static final Setting<Duration> NEGATIVE_TTL = DECLARED.setting(
            "origin.negative-ttl",
            Kind.duration(Duration.ZERO, Duration.ofDays(365)),
            "0s",
            "Lifetime of a 404, 405, 410, 414 or 501 that says none itself; 0s for none.");
    static final Setting<Duration> ERROR_TTL = DECLARED.setting(
            "origin.error-ttl",
            Kind.duration(Duration.ZERO, Duration.ofHours(1)),
            "0s",
            "Lifetime of a 500, 502, 503 or 504 that says none itself; 0s for none.");
    static final Setting<Duration> APART = DECLARED.setting(
            "origin.apart",
            Kind.duration(Duration.ZERO, Duration.ofDays(1)),
            "120s",
            "How long requests for what could not be shared do not wait for each other.");
    static final Setting<Integer> REMEMBERED = DECLARED.setting(
            "origin.remembered",
            Kind.integer("N", 16, 100_000_000),
            "65536",
            "URLs of which it is remembered that they vary, or cannot be shared.");

    /** The settings that apply to every origin. */
    public static final List<Setting<?>> OF_ANY = List.of(
            KEEP_HOST,
            CONNECT_TIME,
            HEADER_TIME,
            PROGRESS_TIME,
            TOTAL_TIME,
            CONNECTIONS,
            TLS_CA,
            TLS_VERIFY,
            TLS_NAME,
            FAILURES,
            PAUSE,
            LONGEST_PAUSE,
            REPEAT_PERCENT,
            REPEAT_LEAST,
            CHECK,
            CHECK_INTERVAL,
            CHECK_TIME,
            GUESS_MOST,
            NEGATIVE_TTL,
            ERROR_TTL,
            APART,
            REMEMBERED);

    /** In the order of the help text. */
    static final List<Setting<?>> ALL = Declarations.inOrder(List.of(List.of(URL, OTHERS, BACKUPS), OF_ANY));

    private UpstreamSettings() {}

    /**
     * The origin of a node that answers for one.
     *
     * @throws IllegalArgumentException when values that are each right do not go together
     */
    public static OriginSettings of(OriginAddress address, Values values) {
        List<OriginAddress> usual = new ArrayList<>(List.of(address));
        usual.addAll(values.find(OTHERS).orElse(List.of()));
        return of(Mount.ALL, new UpstreamServers(usual, values.find(BACKUPS).orElse(List.of())), values);
    }

    static OriginSettings of(Mount mount, UpstreamServers servers, Values values) {
        return new OriginSettings(
                mount,
                servers,
                values.get(KEEP_HOST),
                new OriginSettings.Times(
                        values.get(CONNECT_TIME),
                        values.get(HEADER_TIME),
                        values.get(PROGRESS_TIME),
                        values.get(TOTAL_TIME)),
                values.get(CONNECTIONS),
                new OriginTrust(
                        values.find(TLS_CA).orElse(null),
                        values.get(TLS_VERIFY),
                        values.find(TLS_NAME).orElse("")),
                failover(values),
                new OriginSettings.Lifetimes(values.get(GUESS_MOST), values.get(NEGATIVE_TTL), values.get(ERROR_TTL)),
                values.get(FreshnessSettings.GRACE),
                values.get(ObjectSpaceSettings.FILL_WAIT),
                values.get(APART),
                values.get(REMEMBERED));
    }

    private static Failover failover(Values values) {
        return new Failover(
                values.get(FAILURES),
                values.get(PAUSE),
                values.get(LONGEST_PAUSE),
                values.get(REPEAT_PERCENT),
                values.get(REPEAT_LEAST),
                new Failover.Check(values.find(CHECK).orElse(""), values.get(CHECK_INTERVAL), values.get(CHECK_TIME)));
    }

    private static Setting<Duration> time(String name, String initial, String prose) {
        return DECLARED.setting(name, Kind.duration(LEAST, Duration.ofHours(1)), initial, prose);
    }

    private static String hostName(String text) {
        if (!text.matches("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*")) {
            throw new IllegalArgumentException("no host name: " + text);
        }
        return text;
    }

    private static String checkPath(String text) {
        return new Failover.Check(text, Failover.Check.NONE.interval(), Failover.Check.NONE.time()).target();
    }
}
