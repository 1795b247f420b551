package io.gosling.netty.tls;

import io.gosling.netty.limits.Http2Limits;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * TLS settings of a listener: certificates, and the section {@code tls} of nodes and front-ends.
 *
 * @param values of the settings of this class and {@link Http2Limits#OFFERED}; others are left out
 */
public record TlsSettings(SettingValues values) implements SettingGroup<TlsSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();
    private static final Duration DAY = Duration.ofDays(1);

    public static final Setting<Path> CERTIFICATE = DECLARED.optional(
            "certificate",
            SettingType.path("FILE", "a PEM file"),
            "PEM file with the server's certificate and those between it and the root. All files of certificates and"
                    + " keys are read again when they change.");

    public static final Setting<Path> PRIVATE_KEY = DECLARED.optional(
            "private-key",
            SettingType.path("FILE", "a PEM file"),
            "PEM file with the certificate's private key, PKCS#8 and not encrypted; --certificate's file unless"
                    + " given.");

    public static final Setting<Map<String, String>> CERTIFICATES = DECLARED.optional(
            "tls.certificates",
            SettingType.pairs(
                    "FILE=KEYFILE",
                    "PEM files with certificates, each with the file that has its key, such as b.pem=b.key"),
            "Further certificates with their keys, chosen by the name that a client asks for.");

    public static final Setting<TlsProvider> PROVIDER = DECLARED.setting(
            "tls.provider",
            SettingType.constant(TlsProvider.class),
            "auto",
            "Implementation of TLS; auto takes BoringSSL where its library works, and the JDK otherwise.");

    public static final Setting<String> OLDEST = DECLARED.setting(
            "tls.oldest", SettingType.choice(List.of("1.2", "1.3")), "1.2", "Oldest version of TLS that is spoken.");

    public static final Setting<Path> CLIENT_CERTIFICATES = DECLARED.optional(
            "tls.client-certificates",
            SettingType.path("FILE", "a PEM file"),
            "PEM file with the authorities whose certificates clients must present (mutual TLS).");

    public static final Setting<Boolean> CLIENT_NEED = DECLARED.setting(
            "tls.client-need",
            SettingType.choice(List.of("need", "want"), "need"::equals),
            "need",
            "Rule for clients without a certificate where tls.client-certificates is set: need refuses them, want"
                    + " lets them in.");

    public static final Setting<Duration> HANDSHAKE_TIME = DECLARED.setting(
            "tls.handshake-time",
            SettingType.duration(Duration.ofMillis(1), Duration.ofMinutes(10)),
            "10s",
            "Time for a client's first handshake message, and again for the rest of the handshake.");

    public static final Setting<Integer> HANDSHAKES = DECLARED.setting(
            "tls.handshakes",
            SettingType.integer("N", 1, 1_000_000),
            "1000",
            "Handshakes under way at a time; further connections are closed at once.");

    public static final Setting<Duration> RELOAD = DECLARED.setting(
            "tls.reload",
            SettingType.duration(Duration.ofMillis(100), DAY),
            "10s",
            "Interval at which certificate files are checked for changes; a change is taken once the files have stayed"
                    + " the same for as long.");

    public static final Setting<Duration> TICKET_ROTATION = DECLARED.setting(
            "tls.ticket-rotation",
            SettingType.duration(Duration.ofSeconds(1), DAY.multipliedBy(7)),
            "8h",
            "Interval at which a new key for session tickets is made (BoringSSL; the JDK makes its own daily).");

    public static final List<Setting<?>> ALL = DECLARED.all();

    /** The settings that may change while the process runs: certificates, client authentication, and timeouts. */
    public static final List<Setting<?>> LIVE = List.of(
            CERTIFICATE,
            PRIVATE_KEY,
            CERTIFICATES,
            OLDEST,
            CLIENT_CERTIFICATES,
            CLIENT_NEED,
            HANDSHAKE_TIME,
            HANDSHAKES);

    private static final List<Setting<?>> USED =
            SettingDeclarations.inOrder(List.of(ALL, List.of(Http2Limits.OFFERED)));

    /** @throws IllegalArgumentException if there is no certificate */
    public TlsSettings {
        values = values.only(USED);
        if (certificates(values).isEmpty()) {
            throw new IllegalArgumentException("certificates: none; expected at least one");
        }
    }

    /** The defaults; the first certificate is for clients that request no name, or one that none has. */
    public static TlsSettings of(CertificateFiles first, CertificateFiles... others) {
        Map<String, String> more = new LinkedHashMap<>();
        for (CertificateFiles files : others) {
            more.put(files.chain().toString(), files.key().toString());
        }
        TlsSettings one = new TlsSettings(
                SettingValues.none().withValue(CERTIFICATE, first.chain()).withValue(PRIVATE_KEY, first.key()));
        return more.isEmpty() ? one : one.with(CERTIFICATES, more);
    }

    @Override
    public TlsSettings of(SettingValues other) {
        return new TlsSettings(other);
    }

    /** At least one; the first is for clients that request no name, or one that none of them has. */
    public List<CertificateFiles> certificates() {
        return certificates(values);
    }

    private static List<CertificateFiles> certificates(SettingValues values) {
        List<CertificateFiles> certificates = new ArrayList<>();
        values.find(CERTIFICATE)
                .ifPresent(file -> certificates.add(
                        new CertificateFiles(file, values.find(PRIVATE_KEY).orElse(file))));
        values.find(CERTIFICATES)
                .orElse(Map.of())
                .forEach((chain, key) -> certificates.add(new CertificateFiles(Path.of(chain), Path.of(key))));
        return certificates;
    }

    boolean oldVersion() {
        return get(OLDEST).equals("1.2");
    }

    /** The protocols offered by ALPN (RFC 7301), best first. */
    List<String> protocols() {
        return get(Http2Limits.OFFERED) ? List.of("h2", "http/1.1") : List.of("http/1.1");
    }

    Stream<Path> files() {
        return Stream.concat(
                certificates().stream().flatMap(CertificateFiles::paths), find(CLIENT_CERTIFICATES).stream());
    }
}
