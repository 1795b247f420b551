package io.gosling.origin.upstream;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which certificates of an origin are trusted.
 *
 * @param authorities a PEM file with the trusted certificate authorities; null for those of this Java
 * @param verifies true if certificates are verified at all
 * @param name the host name that certificates must have, also sent in SNI, instead of the origin's host; empty for the
 *     host
 */
public record OriginTrust(@Nullable Path authorities, boolean verifies, String name) {
    /** The default: the certificate authorities of this Java, for the origin's host. */
    public static final OriginTrust USUAL = new OriginTrust(null, true, "");

    /** @throws IllegalArgumentException when authorities are named although certificates are not verified */
    public OriginTrust {
        if (authorities != null && !verifies) {
            throw new IllegalArgumentException("tls-ca: value \"" + authorities
                    + "\", and tls-verify is off; expected one of them: with it off no certificate is looked at");
        }
    }

    /**
     * A fingerprint of the file with the certificates: it changes when the file is replaced. Empty for no file.
     *
     * @throws IOException when the file cannot be read; the message names it
     */
    public String fingerprint() throws IOException {
        Path file = authorities;
        if (file == null) {
            return "";
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new IOException("tls-ca: " + file + " cannot be read: " + e, e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The TLS context for connections.
     *
     * @throws IOException when the file cannot be read or has no certificates; the message names it
     */
    public SslContext context() throws IOException {
        SslContextBuilder builder = SslContextBuilder.forClient().sslProvider(SslProvider.JDK);
        Path file = authorities;
        if (!verifies) {
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
}
