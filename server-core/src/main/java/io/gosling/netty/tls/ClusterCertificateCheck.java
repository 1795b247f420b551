package io.gosling.netty.tls;

import io.netty.handler.ssl.OpenSslCertificateException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The check of the other side's certificate: issued by an accepted authority itself, for a P-256 key, for this side of
 * a connection, to a named process, without the right to issue others. Further certificates of a chain are not looked
 * at, and no paths are built. Hosts are not compared, since every process may have any address. Immutable.
 */
final class ClusterCertificateCheck extends X509ExtendedTrustManager {
    private static final String SERVERS = "1.3.6.1.5.5.7.3.1";
    private static final String CLIENTS = "1.3.6.1.5.5.7.3.2";
    private static final int CURVE_BITS = 256;
    /** X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT of OpenSSL. */
    private static final int UNKNOWN_ISSUER = 2;

    private static final int NO_AUTHORITY = -1;

    private final List<PublicKey> accepted;

    ClusterCertificateCheck(List<PublicKey> accepted) {
        this.accepted = accepted;
    }

    private void check(X509Certificate[] chain, String purpose) throws CertificateException {
        X509Certificate shown = chain[0];
        ClusterPeer peer = ClusterPeer.of(shown);
        if (!accepts(shown)) {
            throw refused("the certificate of "
                    + (peer == null ? "something that is no process of a cluster" : peer.name())
                    + " comes from another secret than this node's; give both the same secret-file");
        }
        if (peer == null) {
            throw refused("the certificate names no process; expected urn:gosling:ROLE:NAME");
        }
        if (!(shown.getPublicKey() instanceof ECPublicKey key)
                || key.getParams().getCurve().getField().getFieldSize() != CURVE_BITS) {
            throw refused("the certificate of " + peer.name() + " is for a key of "
                    + shown.getPublicKey().getAlgorithm() + "; expected P-256");
        }
        List<String> purposes = shown.getExtendedKeyUsage();
        if (purposes == null || !purposes.contains(purpose) || shown.getBasicConstraints() != NO_AUTHORITY) {
            throw refused("the certificate of " + peer.name() + " is for another purpose than this"
                    + " side of a connection within a cluster");
        }
    }

    /**
     * With the reason for which BoringSSL tells the other side {@code unknown_ca}; it takes others for internal errors.
     */
    private static CertificateException refused(String message) {
        return new OpenSslCertificateException(message, UNKNOWN_ISSUER);
    }

    /** Returns true if an accepted authority has issued the certificate. */
    boolean accepts(X509Certificate certificate) {
        for (PublicKey authority : accepted) {
            try {
                certificate.verify(authority);
                return true;
            } catch (GeneralSecurityException e) {
                // Issued by none so far.
            }
        }
        return false;
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, CLIENTS);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, SERVERS);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
            throws CertificateException {
        check(chain, CLIENTS);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable Socket socket)
            throws CertificateException {
        check(chain, SERVERS);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
            throws CertificateException {
        check(chain, CLIENTS);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, @Nullable SSLEngine engine)
            throws CertificateException {
        check(chain, SERVERS);
    }

    /** None: the other side has one certificate to choose from. */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
