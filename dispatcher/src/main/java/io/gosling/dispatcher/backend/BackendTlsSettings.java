package io.gosling.dispatcher.backend;

import io.gosling.document.Ticker;
import io.gosling.netty.client.ConnectionTls;
import io.gosling.netty.tls.RefusalLog;
import io.gosling.settings.HostPort;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Settings of TLS to back-ends that a configuration names; their certificates are verified. Immutable. */
public record BackendTlsSettings(SettingValues values) implements SettingGroup<BackendTlsSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Boolean> ON = DECLARED.setting(
            "relay.tls",
            SettingType.toggle(),
            "off",
            "on sends requests to the servers of --backend over TLS; their certificates must be valid for their"
                    + " hosts.");

    public static final Setting<Path> AUTHORITIES = DECLARED.optional(
            "relay.tls-ca",
            SettingType.path("FILE", "a PEM file with certificates"),
            "File with the certificate authorities that are trusted for back-ends, instead of those of Java.");

    public static final Setting<String> NAME = DECLARED.optional(
            "relay.tls-name",
            SettingType.matching("HOST", "a host name", "[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*"),
            "Host name that certificates of back-ends must have and that TLS requests (SNI), instead of their own.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    /** @throws IllegalArgumentException when another setting is given without {@link #ON} */
    public BackendTlsSettings {
        for (Setting<?> setting : List.of(AUTHORITIES, NAME)) {
            if (values.isGiven(setting) && !values.get(ON)) {
                throw new IllegalArgumentException(
                        setting.name() + ": given with relay.tls off; expected relay.tls on, or neither");
            }
        }
    }

    @Override
    public BackendTlsSettings of(SettingValues other) {
        return new BackendTlsSettings(other);
    }

    /**
     * TLS for connections; handshakes that fail are logged.
     *
     * @throws IOException when the file of authorities cannot be read or has no certificates; names it
     */
    public ConnectionTls open(boolean http2, Ticker ticker) throws IOException {
        SslContext context = context(http2);
        RefusalLog log = new RefusalLog("this front-end", ticker);
        return new ConnectionTls(
                () -> context,
                find(NAME).orElse(""),
                http2 ? ApplicationProtocolNames.HTTP_2 : null,
                (address, failure) -> {
                    String reason = reason(failure);
                    String backend = HostPort.of(address).toString();
                    log.refused(backend, reason, "sends no requests to the back-end at " + backend + ": " + reason);
                });
    }

    private SslContext context(boolean http2) throws IOException {
        SslContextBuilder builder =
                SslContextBuilder.forClient().sslProvider(SslProvider.JDK).endpointIdentificationAlgorithm("HTTPS");
        if (http2) {
            builder.applicationProtocolConfig(new ApplicationProtocolConfig(
                    ApplicationProtocolConfig.Protocol.ALPN,
                    ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                    ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                    ApplicationProtocolNames.HTTP_2));
        }
        Path file = find(AUTHORITIES).orElse(null);
        if (file != null) {
            try (InputStream certificates = Files.newInputStream(file)) {
                builder.trustManager(certificates);
            } catch (IOException | IllegalArgumentException e) {
                throw new IOException("relay.tls-ca: " + file + " cannot be read: " + e, e);
            }
        }
        return builder.build();
    }

    /** Returns the cause of a failed handshake in printable characters, since the other side may have written it. */
    private static String reason(Throwable failure) {
        Throwable cause = failure;
        for (@Nullable Throwable next = cause.getCause(); next != null; next = cause.getCause()) {
            cause = next;
        }
        return String.valueOf(cause.getMessage()).replaceAll("[^ -~]", "?");
    }
}
