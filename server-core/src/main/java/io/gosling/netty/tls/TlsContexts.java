package io.gosling.netty.tls;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSslSessionContext;
import io.netty.handler.ssl.OpenSslSessionTicketKey;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.netty.util.DomainWildcardMappingBuilder;
import io.netty.util.IllegalReferenceCountException;
import io.netty.util.Mapping;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All certificates as read at one time, each in a context from which connections are made. Immutable; replaced as a
 * whole when a file changes. Connections that were made from it keep what they need of it after {@link #release()}.
 */
final class TlsContexts {
    /** Those of each certificate that are remembered for clients without tickets. */
    private static final int SESSIONS = 10_000;

    /** Forward secrecy and authenticated encryption; HTTP/2 forbids TLS 1.2's other suites (RFC 9113, A). */
    private static final List<String> CIPHERS = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    final List<ServerCertificate> certificates;
    private final Mapping<String, SslContext> byName;
    private final List<SslContext> contexts;

    private TlsContexts(List<ServerCertificate> certificates, List<SslContext> contexts) {
        this.certificates = certificates;
        this.byName = byName(certificates.stream().map(ServerCertificate::names).toList(), contexts);
        this.contexts = contexts;
    }

    /**
     * Returns what belongs to a server name: of exactly this name, else of one with a wildcard in place of its first
     * label (RFC 9525, section 6.3), else the first. Of two that have the same name the earlier one counts. Names that
     * are not ASCII are none: those of hosts are encoded (RFC 6066, section 3).
     */
    static <C> Mapping<String, C> byName(List<Set<String>> names, List<C> each) {
        DomainWildcardMappingBuilder<C> mapping = new DomainWildcardMappingBuilder<>(each.getFirst());
        for (int place = names.size() - 1; place >= 0; place--) {
            for (String name : names.get(place)) {
                if (name.matches("(\\*\\.)?[\\p{ASCII}&&[^*.]]\\p{ASCII}*")) {
                    mapping.add(name, each.get(place));
                }
            }
        }
        Mapping<String, C> built = mapping.build();
        return name -> built.map(name != null && name.matches("\\p{ASCII}*") ? name : null);
    }

    static TlsContexts read(TlsSettings settings, TlsProvider provider) throws IOException {
        List<ServerCertificate> certificates = new ArrayList<>();
        for (CertificateFiles files : settings.certificates()) {
            certificates.add(ServerCertificate.read(files));
        }
        List<SslContext> contexts = new ArrayList<>();
        try {
            for (ServerCertificate certificate : certificates) {
                contexts.add(context(certificate, settings, provider));
            }
            return new TlsContexts(List.copyOf(certificates), List.copyOf(contexts));
        } catch (IOException | RuntimeException e) {
            contexts.forEach(ReferenceCountUtil::release);
            throw e;
        }
    }

    private static SslContext context(ServerCertificate certificate, TlsSettings settings, TlsProvider provider)
            throws IOException {
        SslContextBuilder builder = SslContextBuilder.forServer(
                        certificate.key(), certificate.chain().toArray(X509Certificate[]::new))
                .sslProvider(provider.netty())
                .protocols(settings.oldVersion() ? List.of("TLSv1.3", "TLSv1.2") : List.of("TLSv1.3"))
                .ciphers(CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
                .sessionCacheSize(SESSIONS)
                .sessionTimeout(settings.get(TlsSettings.TICKET_ROTATION).toSeconds() * 2)
                .applicationProtocolConfig(new ApplicationProtocolConfig(
                        ApplicationProtocolConfig.Protocol.ALPN,
                        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                        settings.protocols()));
        Optional<Path> authorities = settings.find(TlsSettings.CLIENT_CERTIFICATES);
        if (authorities.isPresent()) {
            builder.trustManager(ServerCertificate.chain(authorities.get()))
                    .clientAuth(settings.get(TlsSettings.CLIENT_NEED) ? ClientAuth.REQUIRE : ClientAuth.OPTIONAL);
        }
        try {
            return builder.build();
        } catch (IOException | IllegalArgumentException e) {
            throw PemFile.unusable(certificate.files().chain(), "cannot be used: " + e.getMessage());
        }
    }

    /** Sets the ticket keys, one set for each certificate, where the provider lets us choose. */
    void setTicketKeys(List<OpenSslSessionTicketKey[]> keys) {
        for (int place = 0; place < contexts.size(); place++) {
            if (contexts.get(place).sessionContext() instanceof OpenSslSessionContext sessions) {
                sessions.setTicketKeys(keys.get(place));
            }
        }
    }

    /** The context for a name, retained for the caller; null when this has been released meanwhile. */
    @Nullable
    SslContext acquire(@Nullable String name) {
        SslContext context = byName.map(name == null ? null : ServerCertificate.plain(name));
        try {
            return ReferenceCountUtil.retain(context);
        } catch (IllegalReferenceCountException e) {
            return null;
        }
    }

    void release() {
        contexts.forEach(ReferenceCountUtil::release);
    }
}
