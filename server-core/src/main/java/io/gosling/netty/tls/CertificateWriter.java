package io.gosling.netty.tls;

import io.gosling.wire.SecureHashes;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/** Puts certificates (RFC 5280) together from their parts, and signs them. Pure. */
final class CertificateWriter {
    private static final int KEY_IDENTIFIER_BYTES = 20;
    private static final int SERIAL_BYTES = 16;
    static final Algorithm ED25519 = new Algorithm("Ed25519", DerWriter.oid(1, 3, 101, 112));
    static final Algorithm ECDSA = new Algorithm("SHA256withECDSA", DerWriter.oid(1, 2, 840, 10045, 4, 3, 2));

    private CertificateWriter() {}

    /** A way to sign: its name in Java, and its object identifier in DER. */
    record Algorithm(String label, byte[] oid) {
        byte[] identifier() {
            return DerWriter.sequence(oid);
        }
    }

    /** The signing side of a certificate; the name is DER. */
    record Issuer(Algorithm algorithm, PrivateKey key, byte[] name) {}

    /** The certified side of a certificate; the name is DER. */
    record Subject(PublicKey key, byte[] name) {}

    static X509Certificate sign(
            Issuer by, BigInteger serial, Instant from, Instant to, Subject subject, byte[]... extensions)
            throws GeneralSecurityException {
        byte[] content = DerWriter.sequence(
                DerWriter.tagged(0xa0, DerWriter.integer(BigInteger.TWO)),
                DerWriter.integer(serial),
                by.algorithm().identifier(),
                by.name(),
                DerWriter.sequence(DerWriter.time(from), DerWriter.time(to)),
                subject.name(),
                subject.key().getEncoded(),
                DerWriter.tagged(0xa3, DerWriter.sequence(extensions)));
        Signature signature = Signature.getInstance(by.algorithm().label());
        signature.initSign(by.key());
        signature.update(content);
        byte[] whole = DerWriter.sequence(content, by.algorithm().identifier(), DerWriter.bits(signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
    }

    /** New keys on P-256. */
    static KeyPair ellipticKeys(SecureRandom random) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"), random);
        return generator.generateKeyPair();
    }

    static BigInteger serial(SecureRandom random) {
        return new BigInteger(SERIAL_BYTES * Byte.SIZE - 1, random).max(BigInteger.TWO);
    }

    static byte[] keyIdentifier(PublicKey key) {
        return Arrays.copyOf(SecureHashes.sha256().digest(key.getEncoded()), KEY_IDENTIFIER_BYTES);
    }

    static byte[] commonName(String text) {
        return DerWriter.sequence(DerWriter.set(DerWriter.sequence(DerWriter.oid(2, 5, 4, 3), DerWriter.utf8(text))));
    }

    static byte[] extension(int kind, byte[] value) {
        return DerWriter.sequence(DerWriter.oid(2, 5, 29, kind), DerWriter.octets(value));
    }

    static byte[] critical(int kind, byte[] value) {
        return DerWriter.sequence(DerWriter.oid(2, 5, 29, kind), DerWriter.truth(), DerWriter.octets(value));
    }

    static String pem(String label, byte[] der) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + label + "-----\n" + lines + "\n-----END " + label + "-----\n";
    }
}
