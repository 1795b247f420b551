package io.gosling.node.settings;

import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Settings for clients over TLS, on nodes and front-ends alike: a port, certificates, and the sections {@code tls} and
 * {@code hsts}.
 */
public final class HttpsSettings {
    private static final Declarations DECLARED = new Declarations();

    private static final Duration DAY = Duration.ofDays(1);

    public static final Setting<Integer> PORT = DECLARED.optional(
            "https-port",
            Kind.integer("PORT", 0, 65535),
            "Port for clients over TLS; 0 takes a free one. Without it there is no TLS.");

    public static final Setting<Path> CERTIFICATE = DECLARED.optional(
            "certificate",
            Kind.path("FILE", "a PEM file"),
            "PEM file with the server's certificate and those between it and the root. All files of certificates and"
                    + " keys are read again when they change.");

    public static final Setting<Path> PRIVATE_KEY = DECLARED.optional(
            "private-key",
            Kind.path("FILE", "a PEM file"),
            "PEM file with the certificate's private key, PKCS#8 and not encrypted; --certificate's file unless"
                    + " given.");

    public static final Setting<Boolean> REDIRECT = DECLARED.setting(
            "https-redirect",
            Kind.toggle(),
            "off",
            "on answers everything on --port with a redirect (308) to HTTPS."
                    + " Not for nodes behind a front-end, which speaks plain HTTP to them.");

    public static final Setting<Integer> REDIRECT_PORT = DECLARED.setting(
            "https-redirect-port",
            Kind.integer("PORT", 0, 65535),
            "0",
            "The port that redirects name, where it is not the one listened on; 0 means --https-port.");

    public static final Setting<Map<String, String>> CERTIFICATES = DECLARED.optional(
            "tls.certificates",
            Kind.pairs(
                    "FILE=KEYFILE",
                    "PEM files with certificates, each with the file that has its key, such as b.pem=b.key"),
            "Further certificates with their keys, chosen by the name that a client asks for.");

    public static final Setting<String> PROVIDER = DECLARED.setting(
            "tls.provider",
            Kind.choice(List.of("auto", "boringssl", "jdk")),
            "auto",
            "Implementation of TLS; auto takes BoringSSL where its library works, and the JDK otherwise.");

    public static final Setting<String> OLDEST = DECLARED.setting(
            "tls.oldest", Kind.choice(List.of("1.2", "1.3")), "1.2", "The oldest version of TLS spoken.");

    public static final Setting<Path> CLIENT_CERTIFICATES = DECLARED.optional(
            "tls.client-certificates",
            Kind.path("FILE", "a PEM file"),
            "PEM file with the authorities whose certificates clients must present (mutual TLS).");

    public static final Setting<String> CLIENT_NEED = DECLARED.setting(
            "tls.client-need",
            Kind.choice(List.of("need", "want")),
            "need",
            "With client certificates: need refuses a client without one, want lets it in.");

    public static final Setting<Duration> HANDSHAKE_TIME = DECLARED.setting(
            "tls.handshake-time",
            Kind.duration(Duration.ofMillis(1), Duration.ofMinutes(10)),
            "10s",
            "Time for a client's first message, and again for the rest of the handshake.");

    public static final Setting<Long> HELLO =
            DECLARED.setting("tls.hello", Kind.size(512, 64 << 10), "16KiB", "Longest first message of a client.");

    public static final Setting<Integer> HANDSHAKES = DECLARED.setting(
            "tls.handshakes",
            Kind.integer("N", 1, 1_000_000),
            "1000",
            "Handshakes under way at a time; further connections are closed at once.");

    public static final Setting<Integer> SESSIONS = DECLARED.setting(
            "tls.sessions",
            Kind.integer("N", 1, 1_000_000),
            "10000",
            "Sessions of each certificate remembered for clients without tickets.");

    public static final Setting<Duration> RELOAD = DECLARED.setting(
            "tls.reload",
            Kind.duration(Duration.ofMillis(100), DAY),
            "10s",
            "Interval at which certificate files are checked for changes; a change is taken once the files have stayed"
                    + " the same for as long.");

    public static final Setting<Duration> TICKET_ROTATION = DECLARED.setting(
            "tls.ticket-rotation",
            Kind.duration(Duration.ofSeconds(1), DAY.multipliedBy(7)),
            "8h",
            "Interval at which a new key for session tickets is made (BoringSSL; the JDK makes its own daily).");

    public static final Setting<Duration> HSTS = DECLARED.setting(
            "hsts.max-age",
            Kind.duration(Duration.ZERO, DAY.multipliedBy(3650)),
            "0s",
            "Time for which browsers use nothing but HTTPS (Strict-Transport-Security); 0s sends no such header.");

    public static final Setting<Boolean> HSTS_SUBDOMAINS = DECLARED.setting(
            "hsts.subdomains", Kind.toggle(), "off", "on extends hsts.max-age to all subdomains (includeSubDomains).");

    public static final Setting<Boolean> HSTS_PRELOAD = DECLARED.setting(
            "hsts.preload",
            Kind.toggle(),
            "off",
            "on permits browsers to include the name in their lists for HSTS (preload), which is hard to undo.");

    /** The settings that may change while the process runs: certificates, client authentication, and timeouts. */
    public static final List<Setting<?>> LIVE = List.of(
            CERTIFICATE,
            PRIVATE_KEY,
            CERTIFICATES,
            OLDEST,
            CLIENT_CERTIFICATES,
            CLIENT_NEED,
            HANDSHAKE_TIME,
            HELLO,
            HANDSHAKES,
            SESSIONS);

    public static final List<Setting<?>> ALL = DECLARED.all();

    private HttpsSettings() {}
}
