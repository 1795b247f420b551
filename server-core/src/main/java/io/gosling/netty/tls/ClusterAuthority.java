package io.gosling.netty.tls;

import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.security.cert.X509Certificate;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.NamedParameterSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * The certificate authority of a cluster. Its private key is derived from the cluster's secret by HKDF (RFC 5869), so
 * every process that has the secret is the same authority: Ed25519 (RFC 8032), whose private key is any 32 bytes.
 * Immutable. Issues the certificate of this process and is then forgotten; others keep its public key only.
 *
 * <p>Whoever sees a certificate of the cluster can try out secrets on it without asking anybody. So the secret has to
 * be random.
 */
final class ClusterAuthority {
    private static final byte[] SALT = "gosling cluster".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] INFO = "gosling cluster ca 1".getBytes(StandardCharsets.US_ASCII);
    private static final int SEED_BYTES = 32;

    /** The end of the validity, which is all of time, so that a wrong clock keeps no node out. */
    private static final Instant END = Instant.parse("9999-12-31T23:59:59Z");

    private final KeyPair keys;
    private final byte[] keyIdentifier;

    private ClusterAuthority(KeyPair keys) {
        this.keys = keys;
        this.keyIdentifier = CertificateWriter.keyIdentifier(keys.getPublic());
    }

    /** The authority of a secret, of which it keeps nothing. */
    static ClusterAuthority of(byte[] secret) {
        try {
            return new ClusterAuthority(keys(seed(secret)));
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    static IllegalStateException missing(GeneralSecurityException e) {
        return new IllegalStateException(
                "the certificates of the cluster cannot be made: Java 25 has HKDF-SHA256, Ed25519, P-256 and X.509,"
                        + " this one does not; use another Java, or cluster.encryption: off",
                e);
    }

    private static byte[] seed(byte[] secret) throws GeneralSecurityException {
        HKDFParameterSpec derivation =
                HKDFParameterSpec.ofExtract().addIKM(secret).addSalt(SALT).thenExpand(INFO, SEED_BYTES);
        return KDF.getInstance("HKDF-SHA256").deriveData(derivation);
    }

    /**
     * The keys of a seed (RFC 8032, section 5.1.5). Java makes no public key from a private one, but a generator takes
     * its private key from its source of randomness as it is.
     */
    static KeyPair keys(byte[] seed) throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
        generator.initialize(NamedParameterSpec.ED25519, new SeedSource(seed));
        KeyPair keys = generator.generateKeyPair();
        byte[] made = ((EdECPrivateKey) keys.getPrivate()).getBytes().orElseThrow();
        if (!MessageDigest.isEqual(made, seed)) {
            throw new GeneralSecurityException(generator.getProvider() + " makes no Ed25519 key from a given seed");
        }
        return keys;
    }

    PublicKey publicKey() {
        return keys.getPublic();
    }

    X509Certificate certificate() throws GeneralSecurityException {
        byte[] constraints = DerWriter.sequence(DerWriter.truth(), DerWriter.integer(BigInteger.ZERO));
        return sign(
                BigInteger.ONE,
                name(),
                keys.getPublic(),
                CertificateWriter.critical(19, constraints),
                // keyCertSign
                CertificateWriter.critical(15, DerWriter.bits(2, new byte[] {0x04})),
                CertificateWriter.extension(14, DerWriter.octets(keyIdentifier)));
    }

    String pem() {
        try {
            return CertificateWriter.pem("CERTIFICATE", certificate().getEncoded());
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    /**
     * Issues the certificate of a process, for both sides of a connection.
     *
     * @param addresses further names, for programs that are no processes of the cluster
     */
    X509Certificate issue(PublicKey key, ClusterPeer peer, List<InetAddress> addresses, SecureRandom random)
            throws GeneralSecurityException {
        List<byte[]> names = new ArrayList<>();
        names.add(DerWriter.tagged(0x86, peer.urn().getBytes(StandardCharsets.US_ASCII)));
        addresses.forEach(address -> names.add(DerWriter.tagged(0x87, address.getAddress())));
        byte[] purposes =
                DerWriter.sequence(DerWriter.oid(1, 3, 6, 1, 5, 5, 7, 3, 1), DerWriter.oid(1, 3, 6, 1, 5, 5, 7, 3, 2));
        return sign(
                CertificateWriter.serial(random),
                CertificateWriter.commonName(peer.name()),
                key,
                CertificateWriter.critical(19, DerWriter.sequence()),
                // digitalSignature
                CertificateWriter.critical(15, DerWriter.bits(7, new byte[] {(byte) 0x80})),
                CertificateWriter.extension(37, purposes),
                CertificateWriter.extension(17, DerWriter.sequence(names.toArray(byte[][]::new))),
                CertificateWriter.extension(35, DerWriter.sequence(DerWriter.tagged(0x80, keyIdentifier))));
    }

    private X509Certificate sign(BigInteger serial, byte[] subject, PublicKey key, byte[]... extensions)
            throws GeneralSecurityException {
        return CertificateWriter.sign(
                new CertificateWriter.Issuer(CertificateWriter.ED25519, keys.getPrivate(), name()),
                serial,
                Instant.EPOCH,
                END,
                new CertificateWriter.Subject(key, subject),
                extensions);
    }

    /** Another name for each secret, so that a list of two authorities is searched by name. */
    private byte[] name() {
        return CertificateWriter.commonName("gosling cluster " + HexFormat.of().formatHex(keyIdentifier, 0, 4));
    }

    /** A source of randomness that returns the seed. */
    private static final class SeedSource extends SecureRandom {
        private static final long serialVersionUID = 1;

        SeedSource(byte[] seed) {
            super(new Seed(seed), null);
        }
    }

    private static final class Seed extends SecureRandomSpi {
        private static final long serialVersionUID = 1;

        private final byte[] seed;

        Seed(byte[] seed) {
            this.seed = seed;
        }

        @Override
        protected void engineNextBytes(byte[] bytes) {
            System.arraycopy(seed, 0, bytes, 0, Math.min(seed.length, bytes.length));
        }

        @Override
        protected byte[] engineGenerateSeed(int bytes) {
            return Arrays.copyOf(seed, bytes);
        }

        @Override
        protected void engineSetSeed(byte[] more) {
            // Stays what it is.
        }
    }
}
