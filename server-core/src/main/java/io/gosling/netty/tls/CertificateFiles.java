package io.gosling.netty.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/**
 * The files of a certificate and its private key.
 *
 * @param chain PEM: the server's certificate first, then those between it and a root that clients know
 * @param key PEM: its private key, PKCS#8 and not encrypted; may be the same file
 */
public record CertificateFiles(Path chain, Path key) {
    /**
     * The certificates in a PEM file; whatever else is in it is skipped.
     *
     * @throws IOException when there is none that can be read
     */
    public static List<X509Certificate> certificates(Path file) throws IOException {
        return ServerCertificate.chain(file);
    }

    /** The name of a certificate's subject, such as a person's: its common name; empty if it has none, or several. */
    public static String commonName(X509Certificate certificate) {
        try {
            List<String> names = ServerCertificate.commonNames(certificate);
            return names.size() == 1 ? names.getFirst() : "";
        } catch (IOException e) {
            return "";
        }
    }

    /**
     * Reads them for TLS, as a client or a server.
     *
     * @throws IOException when a file cannot be read, or the key is not that of the certificate
     */
    public KeyManager[] keyManagers() throws IOException {
        ServerCertificate read = ServerCertificate.read(this);
        char[] password = {};
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, password);
            store.setKeyEntry("own", read.key(), password, read.chain().toArray(X509Certificate[]::new));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, password);
            return factory.getKeyManagers();
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificate cannot be used: " + e.getMessage(), e);
        }
    }

    Stream<Path> paths() {
        return Stream.of(chain, key);
    }

    @Override
    public String toString() {
        return chain.equals(key) ? chain.toString() : chain + " with " + key;
    }
}
