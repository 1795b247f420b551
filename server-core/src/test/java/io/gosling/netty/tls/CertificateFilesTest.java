package io.gosling.netty.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.Site;
import io.gosling.testing.TestCertificate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests reading certificate files, and the messages for unusable ones. */
class CertificateFilesTest {
    private static final TestCertificate ONE = TestCertificate.of("one.example", "*.One.example");
    private static final TestCertificate OTHER = TestCertificate.of("other.example");

    private final Site folder = Site.empty();

    @AfterEach
    void deleteFolder() {
        folder.close();
    }

    @Test
    void aCertificateIsReadWithItsNamesAndItsKey() throws IOException {
        ServerCertificate read = read(ONE.certificatePem() + OTHER.certificatePem(), ONE.keyPem());
        assertEquals(Set.of("one.example", "*.one.example"), read.names());
        assertEquals(2, read.chain().size());
    }

    @Test
    void keyAndCertificateMayShareAFileWithTextAroundThem() throws IOException {
        folder.file("all.pem", "# for one.example\n" + ONE.keyPem() + "then\r\n" + ONE.certificatePem());
        Path all = folder.directory().resolve("all.pem");
        assertEquals(
                1,
                ServerCertificate.read(new CertificateFiles(all, all)).chain().size());
    }

    @Test
    void anRsaKeyIsTakenToo() throws IOException {
        TestCertificate rsa = TestCertificate.rsa("rsa.example");
        assertEquals("RSA", read(rsa.certificatePem(), rsa.keyPem()).key().getAlgorithm());
    }

    @Test
    void aMissingFileIsNamed() {
        folder.file("chain.pem", ONE.certificatePem());
        assertSays("key.pem: no such file", () -> readFiles());
    }

    @Test
    void aKeyOfAnotherCertificateIsToldWithBothFiles() {
        assertSays(
                "key.pem: not the key of the first certificate in ", () -> read(ONE.certificatePem(), OTHER.keyPem()));
        assertSays("chain.pem", () -> read(ONE.certificatePem(), OTHER.keyPem()));
        assertSays(
                "chain must begin with the server's own",
                () -> read(OTHER.certificatePem() + ONE.certificatePem(), ONE.keyPem()));
    }

    @Test
    void aKeyOfAnotherKindIsToldToo() {
        assertSays(
                "expected one for EC",
                () -> read(
                        ONE.certificatePem(), TestCertificate.rsa("rsa.example").keyPem()));
    }

    @Test
    void oldAndEncryptedKeysComeWithTheCommandThatConvertsThem() {
        String old = ONE.keyPem().replace("PRIVATE KEY", "RSA PRIVATE KEY");
        assertSays("convert it: openssl pkey -in ", () -> read(ONE.certificatePem(), old));
        String elliptic = ONE.keyPem().replace("PRIVATE KEY", "EC PRIVATE KEY");
        assertSays("expected PKCS#8", () -> read(ONE.certificatePem(), elliptic));
        String withHeaders =
                "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END RSA PRIVATE KEY-----\n";
        assertSays("expected PKCS#8", () -> read(ONE.certificatePem(), withHeaders));
        String encrypted = ONE.keyPem().replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY");
        assertSays("openssl pkey -in ", () -> read(ONE.certificatePem(), encrypted));
    }

    @Test
    void whatIsNoPemIsTold() {
        assertSays("chain.pem: not PEM", () -> read("hello", ONE.keyPem()));
        assertSays("chain.pem: no certificate in it", () -> read(ONE.keyPem(), ONE.keyPem()));
        assertSays("key.pem: no private key in it", () -> read(ONE.certificatePem(), ONE.certificatePem()));
        assertSays("key.pem: 2 private keys", () -> read(ONE.certificatePem(), ONE.keyPem() + OTHER.keyPem()));
        String cut = ONE.certificatePem().replaceFirst("[A-Za-z0-9+/]{64}\n", "");
        assertSays("a certificate cannot be read", () -> read(cut, ONE.keyPem()));
    }

    @Test
    void aCertificateSaysWhenItsTimeIsOver() throws IOException {
        Instant begin = Instant.parse("2030-01-01T00:00:00Z");
        Instant end = Instant.parse("2030-04-01T00:00:00Z");
        TestCertificate dated = TestCertificate.of(begin, end, "dated.example");
        ServerCertificate read = read(dated.certificatePem(), dated.keyPem());
        assertNull(read.complaint(begin.plus(Duration.ofDays(1))));
        assertTrue(says(read, begin.minusSeconds(1)).contains("not valid before 2030-01-01"));
        assertTrue(says(read, end.minus(Duration.ofDays(2))).contains("expires at 2030-04-01"));
        assertTrue(says(read, end.plusSeconds(1)).contains("has expired at 2030-04-01"));
    }

    private static String says(ServerCertificate certificate, Instant now) {
        return String.valueOf(certificate.complaint(now));
    }

    private ServerCertificate read(String chain, String key) throws IOException {
        folder.file("chain.pem", chain);
        folder.file("key.pem", key);
        return readFiles();
    }

    private ServerCertificate readFiles() throws IOException {
        return ServerCertificate.read(new CertificateFiles(
                folder.directory().resolve("chain.pem"), folder.directory().resolve("key.pem")));
    }

    private static void assertSays(String expected, org.junit.jupiter.api.function.Executable reading) {
        String message = String.valueOf(assertThrows(IOException.class, reading).getMessage());
        assertTrue(message.contains(expected), message);
    }
}
