package io.gosling.netty.tls;

import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The files of a certificate and its private key.
 *
 * @param chain PEM: the server's certificate first, then those between it and a root that clients know
 * @param key PEM: its private key, PKCS#8 and not encrypted; may be the same file
 */
public record CertificateFiles(Path chain, Path key) {
    Stream<Path> paths() {
        return Stream.of(chain, key);
    }

    @Override
    public String toString() {
        return chain.equals(key) ? chain.toString() : chain + " with " + key;
    }
}
