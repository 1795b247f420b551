package io.gosling.netty.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;

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

    Stream<Path> paths() {
        return Stream.of(chain, key);
    }

    @Override
    public String toString() {
        return chain.equals(key) ? chain.toString() : chain + " with " + key;
    }
}
