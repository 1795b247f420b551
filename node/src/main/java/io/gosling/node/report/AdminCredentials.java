package io.gosling.node.report;

import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.SelfSignedCertificate;
import io.gosling.wire.SecureHashes;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of admin ports, the token that they are shown, and the certificates that are trusted.
 *
 * @param tls null for plain HTTP
 * @param token null for none
 */
public record AdminCredentials(
        @Nullable SSLContext tls, @Nullable String token) {
    /** Plain HTTP without a token, for ports on loopback. */
    public static final AdminCredentials NONE = new AdminCredentials(null, null);

    public boolean isSecure() {
        return tls != null;
    }

    @Override
    public String toString() {
        return (isSecure() ? "https" : "http") + (token == null ? "" : " with a token");
    }

    /**
     * Trusts the authorities that Java knows.
     *
     * @param own presents a client certificate; null for none
     */
    public static SSLContext trustingKnownAuthorities(KeyManager @Nullable [] own) {
        return context(own, null);
    }

    /** Trusts one certificate, whatever its names and dates, by its {@link SelfSignedCertificate#fingerprint}. */
    public static SSLContext trustingFingerprint(String fingerprint, KeyManager @Nullable [] own) {
        return context(own, new TrustManager[] {new Pinned(fingerprint)});
    }

    /**
     * Trusts the certificates of a PEM file, and those that they have signed.
     *
     * @throws IOException when it cannot be read, or there is none in it
     */
    public static SSLContext trustingFile(Path file, KeyManager @Nullable [] own) throws IOException {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (X509Certificate one : CertificateFiles.certificates(file)) {
                store.setCertificateEntry(Integer.toString(store.size()), one);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return context(own, factory.getTrustManagers());
        } catch (GeneralSecurityException e) {
            throw new IOException("its certificates cannot be read: " + e.getMessage(), e);
        }
    }

    private static SSLContext context(KeyManager @Nullable [] own, TrustManager @Nullable [] trusted) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own, trusted, new SecureRandom());
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has TLS, this one does not", e);
        }
    }

    /** Trusts servers with one certificate. The JDK checks no host name after an extended trust manager. */
    private static final class Pinned extends X509ExtendedTrustManager {
        private final String fingerprint;

        Pinned(String fingerprint) {
            this.fingerprint = fingerprint;
        }

        private void check(X509Certificate[] chain) throws CertificateException {
            byte[] hash = SecureHashes.sha256().digest(chain[0].getEncoded());
            String shown = SelfSignedCertificate.DIGEST + HexFormat.of().formatHex(hash);
            if (!shown.equals(fingerprint)) {
                throw new CertificateException(
                        "its certificate has the fingerprint " + shown + "; expected " + fingerprint);
            }
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
