package io.gosling.testing;

import io.gosling.netty.tls.DerWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/** A certificate that is made on the spot, with its key. Immutable. */
public final class TestCertificate {
    private static final AtomicLong SERIAL = new AtomicLong(System.currentTimeMillis());
    private static final char[] NO_PASSWORD = {};

    private final X509Certificate certificate;
    private final KeyPair keys;

    private TestCertificate(X509Certificate certificate, KeyPair keys) {
        this.certificate = certificate;
        this.keys = keys;
    }

    /** Valid from a day ago for a year; an elliptic key. */
    public static TestCertificate of(String... names) {
        Instant now = Instant.now();
        return of(now.minus(Duration.ofDays(1)), now.plus(Duration.ofDays(365)), names);
    }

    /** With other dates. */
    public static TestCertificate of(Instant from, Instant to, String... names) {
        return make("EC", null, from, to, names);
    }

    /** With an RSA key. */
    public static TestCertificate rsa(String... names) {
        Instant now = Instant.now();
        return make("RSA", null, now.minus(Duration.ofDays(1)), now.plus(Duration.ofDays(365)), names);
    }

    /** Another certificate, signed by this one. */
    public TestCertificate issue(String... names) {
        Instant now = Instant.now();
        return make("EC", this, now.minus(Duration.ofDays(1)), now.plus(Duration.ofDays(30)), names);
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public String certificatePem() {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public String keyPem() {
        return pem("PRIVATE KEY", keys.getPrivate().getEncoded());
    }

    /** Writes {@code NAME.pem} and {@code NAME.key}. */
    public TestCertificate write(Path directory, String name) {
        try {
            Files.writeString(directory.resolve(name + ".pem"), certificatePem());
            Files.writeString(directory.resolve(name + ".key"), keyPem());
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** To present it as a client. */
    public KeyManager[] keyManagers() {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, NO_PASSWORD);
            store.setKeyEntry("key", keys.getPrivate(), NO_PASSWORD, new X509Certificate[] {certificate});
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, NO_PASSWORD);
            return factory.getKeyManagers();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static TestCertificate make(
            String algorithm,
            @org.jspecify.annotations.Nullable TestCertificate issuer,
            Instant from,
            Instant to,
            String... names) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(algorithm.equals("EC") ? 256 : 2048);
            KeyPair keys = generator.generateKeyPair();
            byte[] subject = name(names[0]);
            KeyPair signer = issuer == null ? keys : issuer.keys;
            byte[] by = issuer == null
                    ? subject
                    : issuer.certificate.getSubjectX500Principal().getEncoded();
            byte[] signature = signatureAlgorithm(signer);
            byte[] content = DerWriter.sequence(
                    DerWriter.tagged(0xa0, DerWriter.integer(BigInteger.TWO)),
                    DerWriter.integer(BigInteger.valueOf(SERIAL.incrementAndGet())),
                    signature,
                    by,
                    DerWriter.sequence(DerWriter.time(from), DerWriter.time(to)),
                    subject,
                    keys.getPublic().getEncoded(),
                    DerWriter.tagged(0xa3, DerWriter.sequence(alternatives(names), authority())));
            byte[] whole = DerWriter.sequence(content, signature, DerWriter.bits(sign(content, signer)));
            X509Certificate certificate = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
            return new TestCertificate(certificate, keys);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] name(String text) {
        return DerWriter.sequence(DerWriter.set(DerWriter.sequence(DerWriter.oid(2, 5, 4, 3), DerWriter.utf8(text))));
    }

    private static byte[] alternatives(String... names) {
        byte[][] list = Stream.of(names)
                .map(name -> DerWriter.tagged(0x82, name.getBytes(StandardCharsets.US_ASCII)))
                .toArray(byte[][]::new);
        return DerWriter.sequence(DerWriter.oid(2, 5, 29, 17), DerWriter.octets(DerWriter.sequence(list)));
    }

    /** May sign others. */
    private static byte[] authority() {
        return DerWriter.sequence(
                DerWriter.oid(2, 5, 29, 19),
                DerWriter.truth(),
                DerWriter.octets(DerWriter.sequence(DerWriter.truth())));
    }

    private static byte[] signatureAlgorithm(KeyPair signer) {
        return signer.getPrivate().getAlgorithm().equals("EC")
                ? DerWriter.sequence(DerWriter.oid(1, 2, 840, 10045, 4, 3, 2))
                : DerWriter.sequence(DerWriter.oid(1, 2, 840, 113549, 1, 1, 11), new byte[] {5, 0});
    }

    private static byte[] sign(byte[] content, KeyPair signer) throws GeneralSecurityException {
        String algorithm = signer.getPrivate().getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA";
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(signer.getPrivate());
        signature.update(content);
        return signature.sign();
    }

    private static String pem(String label, byte[] der) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return String.join("\n", List.of("-----BEGIN " + label + "-----", lines, "-----END " + label + "-----", ""));
    }
}
