package io.gosling.origin.upstream;

import io.gosling.document.EntityTagGenerator;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The rules by which certificates of an origin are trusted: settings of the section {@code origin}. Immutable. */
public record OriginTrustSettings(SettingValues values) implements SettingGroup<OriginTrustSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Path> AUTHORITIES = DECLARED.optional(
            "origin.tls-ca",
            SettingType.path("FILE", "a PEM file with certificates"),
            "File with the certificate authorities that are trusted for https servers of the origin, instead of those"
                    + " of Java.");

    public static final Setting<Boolean> VERIFY = DECLARED.setting(
            "origin.tls-verify",
            SettingType.toggle(),
            "on",
            "off accepts every certificate of the origin: whoever is between here and the origin can read and change"
                    + " all.");

    public static final Setting<String> NAME = DECLARED.optional(
            "origin.tls-name",
            SettingType.of("HOST", "a host name", OriginTrustSettings::hostName),
            "Host name that certificates of the origin must have and that TLS requests (SNI), instead of the servers'"
                    + " own.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    /** @throws IllegalArgumentException when authorities are named although certificates are not verified */
    public OriginTrustSettings {
        Path authorities = values.find(AUTHORITIES).orElse(null);
        if (authorities != null && !values.get(VERIFY)) {
            throw new IllegalArgumentException("tls-ca: value \"" + authorities
                    + "\", and tls-verify is off; expected one of them: with it off no certificate is looked at");
        }
    }

    /** The default: the certificate authorities of this Java, for the origin's host. */
    public static OriginTrustSettings defaults() {
        return new OriginTrustSettings(SettingValues.none());
    }

    @Override
    public OriginTrustSettings of(SettingValues other) {
        return new OriginTrustSettings(other);
    }

    /**
     * A fingerprint of the file with the certificates: it changes when the file is replaced. Empty for no file.
     *
     * @throws IOException when the file cannot be read; the message names it
     */
    public String fingerprint() throws IOException {
        Path file = find(AUTHORITIES).orElse(null);
        if (file == null) {
            return "";
        }
        try {
            return EntityTagGenerator.ofContent(ByteBuffer.wrap(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new IOException("tls-ca: " + file + " cannot be read: " + e, e);
        }
    }

    /**
     * The TLS context for connections.
     *
     * @throws IOException when the file cannot be read or has no certificates; the message names it
     */
    public SslContext context() throws IOException {
        SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK);
        Path file = find(AUTHORITIES).orElse(null);
        if (!get(VERIFY)) {
            builder.trustManager(InsecureTrustManagerFactory.INSTANCE).endpointIdentificationAlgorithm("");
        } else if (file != null) {
            try (InputStream certificates = Files.newInputStream(file)) {
                builder.trustManager(certificates);
            } catch (IOException | IllegalArgumentException e) {
                throw new IOException("tls-ca: " + file + " cannot be read: " + e, e);
            }
        }
        return builder.build();
    }

    private static String hostName(String text) {
        if (!text.matches("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*")) {
            throw new IllegalArgumentException("no host name: " + text);
        }
        return text;
    }
}
