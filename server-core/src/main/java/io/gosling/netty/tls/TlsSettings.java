package io.gosling.netty.tls;

import io.gosling.common.Bounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * TLS settings of a listener.
 *
 * @param certificates at least one; the first is for clients that request no name or for one that none of them has
 * @param clients the authorities for client certificates, or null when clients are not asked
 * @param oldVersion true if TLS 1.2 is spoken beside 1.3
 * @param protocols offered by ALPN (RFC 7301), best first, such as h2 and http/1.1
 * @param reload interval at which the files' times are checked, 100 ms to 1 day
 * @param ticketRotation interval at which a new key for session tickets is made, 1 s to 7 days; the two before it are
 *     still accepted. The JDK makes keys of its own, daily
 * @param sessions of clients without tickets, kept for each certificate, 1 to 1 000 000; the oldest goes first
 */
public record TlsSettings(
        List<CertificateFiles> certificates,
        @Nullable ClientAuthority clients,
        TlsProvider provider,
        boolean oldVersion,
        List<String> protocols,
        HandshakeLimits handshake,
        Duration reload,
        Duration ticketRotation,
        int sessions) {

    public TlsSettings {
        certificates = List.copyOf(certificates);
        protocols = List.copyOf(protocols);
        if (certificates.isEmpty()) {
            throw new IllegalArgumentException("certificates: none; expected at least one");
        }
        if (protocols.isEmpty()) {
            throw new IllegalArgumentException("protocols: none; expected at least one, such as http/1.1");
        }
        Bounds.requireIso("reload", reload, Duration.ofMillis(100), Duration.ofDays(1));
        Bounds.requireIso("ticketRotation", ticketRotation, Duration.ofSeconds(1), Duration.ofDays(7));
        Bounds.require("sessions", sessions, 1, 1_000_000);
    }

    /**
     * The defaults: TLS 1.2 and 1.3, HTTP/2 and HTTP/1.1, any provider, files checked every 10 s, a ticket key every 8
     * h.
     */
    public static TlsSettings of(CertificateFiles... certificates) {
        return new TlsSettings(
                List.of(certificates),
                null,
                TlsProvider.AUTO,
                true,
                List.of("h2", "http/1.1"),
                HandshakeLimits.defaults(),
                Duration.ofSeconds(10),
                Duration.ofHours(8),
                10_000);
    }

    public TlsSettings withProvider(TlsProvider other) {
        return new TlsSettings(
                certificates, clients, other, oldVersion, protocols, handshake, reload, ticketRotation, sessions);
    }

    public TlsSettings withClients(ClientAuthority authority) {
        return new TlsSettings(
                certificates, authority, provider, oldVersion, protocols, handshake, reload, ticketRotation, sessions);
    }

    public TlsSettings withProtocols(String... offered) {
        return new TlsSettings(
                certificates,
                clients,
                provider,
                oldVersion,
                List.of(offered),
                handshake,
                reload,
                ticketRotation,
                sessions);
    }

    public TlsSettings withHandshake(HandshakeLimits limits) {
        return new TlsSettings(
                certificates, clients, provider, oldVersion, protocols, limits, reload, ticketRotation, sessions);
    }

    Stream<Path> files() {
        Stream<Path> own = certificates.stream().flatMap(CertificateFiles::paths);
        return clients == null ? own : Stream.concat(own, Stream.of(clients.certificates()));
    }
}
