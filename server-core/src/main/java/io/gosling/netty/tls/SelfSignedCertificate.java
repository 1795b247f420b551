package io.gosling.netty.tls;

import io.gosling.wire.SecureHashes;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A certificate that a server makes for itself, with a key on P-256. Clients verify it by its fingerprint, or trust the
 * certificate itself; it is no authority for others.
 */
public final class SelfSignedCertificate {
    /** The name of the hash in a fingerprint. */
    public static final String DIGEST = "sha256:";

    private static final Duration VALIDITY = Duration.ofDays(3650);
    private static final Duration CLOCK_SKEW = Duration.ofDays(1);

    private SelfSignedCertificate() {}

    /**
     * Writes a new certificate and its key, in PEM, to one file that only its owner can read. Appears whole or not at
     * all.
     *
     * @param names host names of the server, the first of which becomes the subject
     * @throws IOException when the file cannot be written
     */
    public static void write(Path file, List<String> names, List<InetAddress> addresses, Instant now)
            throws IOException {
        String pem;
        try {
            SecureRandom random = new SecureRandom();
            KeyPair keys = CertificateWriter.ellipticKeys(random);
            pem = CertificateWriter.pem(
                            "CERTIFICATE",
                            sign(keys, names, addresses, now, random).getEncoded())
                    + CertificateWriter.pem("PRIVATE KEY", keys.getPrivate().getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Java 25 has P-256, ECDSA and X.509, this one does not", e);
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isWritable(folder)) {
            throw new IOException(file + ": it cannot be made; expected a folder that this user can write to");
        }
        // Its owner's alone, where the file system has permissions.
        Path part = Files.createTempFile(folder, "certificate", ".part");
        try {
            Files.writeString(part, pem);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static X509Certificate sign(
            KeyPair keys, List<String> names, List<InetAddress> addresses, Instant now, SecureRandom random)
            throws GeneralSecurityException {
        byte[] name = CertificateWriter.commonName(names.getFirst());
        List<byte[]> alternatives = new ArrayList<>();
        names.forEach(host -> alternatives.add(DerWriter.tagged(0x82, host.getBytes(StandardCharsets.US_ASCII))));
        addresses.forEach(address -> alternatives.add(DerWriter.tagged(0x87, address.getAddress())));
        return CertificateWriter.sign(
                new CertificateWriter.Issuer(CertificateWriter.ECDSA, keys.getPrivate(), name),
                CertificateWriter.serial(random),
                now.minus(CLOCK_SKEW),
                now.plus(VALIDITY),
                new CertificateWriter.Subject(keys.getPublic(), name),
                // No authority: a stolen key signs no certificates of other hosts.
                CertificateWriter.critical(19, DerWriter.sequence()),
                // digitalSignature
                CertificateWriter.critical(15, DerWriter.bits(7, new byte[] {(byte) 0x80})),
                CertificateWriter.extension(17, DerWriter.sequence(alternatives.toArray(byte[][]::new))),
                CertificateWriter.extension(14, DerWriter.octets(CertificateWriter.keyIdentifier(keys.getPublic()))));
    }

    /**
     * The fingerprint of the first certificate in a PEM file: {@value #DIGEST} and the hash of its DER in hexadecimal
     * digits.
     *
     * @throws IOException when there is none that can be read
     */
    public static String fingerprint(Path file) throws IOException {
        try {
            byte[] der = ServerCertificate.chain(file).getFirst().getEncoded();
            return DIGEST + HexFormat.of().formatHex(SecureHashes.sha256().digest(der));
        } catch (CertificateEncodingException e) {
            throw new IOException(file + ": a certificate that cannot be encoded", e);
        }
    }
}
