package io.gosling.netty.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SelfSignedCertificateTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    private Path write(String name) throws IOException {
        Path file = folder.resolve(name);
        InetAddress address = InetAddress.ofLiteral("10.0.0.1");
        SelfSignedCertificate.write(file, List.of("admin", "localhost"), List.of(address), NOW);
        return file;
    }

    @Test
    void aServerCanUseItAndItIsNoAuthority() throws Exception {
        Path file = write("a.pem");
        ServerCertificate read = ServerCertificate.read(new CertificateFiles(file, file));
        X509Certificate certificate = read.chain().getFirst();
        certificate.verify(certificate.getPublicKey());
        certificate.checkValidity(Date.from(NOW));
        assertEquals(Set.of("admin", "localhost"), read.names());
        assertTrue(certificate.getSubjectAlternativeNames().contains(List.of(7, "10.0.0.1")));
        assertEquals(-1, certificate.getBasicConstraints());
        boolean[] uses = certificate.getKeyUsage();
        assertTrue(uses[0], "digitalSignature");
        for (int i = 1; i < uses.length; i++) {
            assertFalse(uses[i], "use " + i);
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(List.of(file), files.toList());
        }
    }

    @Test
    void onlyItsOwnerCanReadTheKey() throws Exception {
        Assumptions.assumeTrue(
                folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(write("a.pem"))));
    }

    @Test
    void theFingerprintIsOfTheCertificate() throws Exception {
        String print = SelfSignedCertificate.fingerprint(write("a.pem"));
        assertTrue(print.matches("sha256:[0-9a-f]{64}"), print);
        assertEquals(print, SelfSignedCertificate.fingerprint(folder.resolve("a.pem")));
        assertNotEquals(print, SelfSignedCertificate.fingerprint(write("b.pem")));
    }

    @Test
    void aFolderThatIsNotThereIsAnError() {
        assertThrows(IOException.class, () -> write("none/a.pem"));
    }
}
