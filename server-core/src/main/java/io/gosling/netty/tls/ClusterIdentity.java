package io.gosling.netty.tls;

import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * The key of this process, made when it starts and never written, and the certificate for it. Presented whatever the
 * other side says about authorities and signatures: it is the only one. Immutable.
 */
final class ClusterIdentity extends X509ExtendedKeyManager {
    private static final String ALIAS = "gosling";

    private final PrivateKey key;
    private final X509Certificate certificate;

    private ClusterIdentity(PrivateKey key, X509Certificate certificate) {
        this.key = key;
        this.certificate = certificate;
    }

    static ClusterIdentity make(ClusterAuthority authority, ClusterPeer self, List<InetAddress> addresses) {
        try {
            SecureRandom random = new SecureRandom();
            KeyPair keys = CertificateWriter.ellipticKeys(random);
            return new ClusterIdentity(keys.getPrivate(), authority.issue(keys.getPublic(), self, addresses, random));
        } catch (GeneralSecurityException e) {
            throw ClusterAuthority.missing(e);
        }
    }

    @Override
    public String chooseClientAlias(String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return ALIAS;
    }

    @Override
    public @Nullable String chooseServerAlias(String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return type.equals("EC") ? ALIAS : null;
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return ALIAS;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String type, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return chooseServerAlias(type, issuers, null);
    }

    @Override
    public String[] getClientAliases(String type, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public String[] getServerAliases(String type, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return new X509Certificate[] {certificate};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return key;
    }
}
