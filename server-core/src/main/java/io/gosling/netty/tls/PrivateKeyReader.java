package io.gosling.netty.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;

/** Reads the private key of a certificate, and verifies that they belong together. Pure but for the file. */
final class PrivateKeyReader {
    private static final byte[] PROBE =
            "Does this key sign for that certificate?".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    private PrivateKeyReader() {}

    static PrivateKey read(CertificateFiles files, PublicKey certified) throws IOException {
        PemFile pem = PemFile.read(files.key());
        List<byte[]> keys = pem.labelled("PRIVATE KEY");
        if (keys.size() != 1) {
            throw PemFile.unusable(files.key(), whyNone(pem, keys.size()));
        }
        String algorithm = certified.getAlgorithm();
        if (!algorithm.equals("RSA") && !algorithm.equals("EC")) {
            throw PemFile.unusable(
                    files.chain(), "the certificate has a key for " + algorithm + "; expected RSA or EC");
        }
        try {
            PrivateKey key =
                    KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(keys.getFirst()));
            if (signsFor(key, certified)) {
                return key;
            }
        } catch (InvalidKeySpecException e) {
            throw PemFile.unusable(
                    files.key(),
                    "not the key of the certificate in " + files.chain() + ": expected one for " + algorithm);
        } catch (GeneralSecurityException e) {
            throw PemFile.unusable(files.key(), "cannot be used: " + e.getMessage());
        }
        throw PemFile.unusable(
                files.key(),
                "not the key of the first certificate in " + files.chain()
                        + "; the chain must begin with the server's own certificate");
    }

    private static String whyNone(PemFile pem, int found) {
        if (found > 1) {
            return found + " private keys; expected one";
        }
        if (pem.has("ENCRYPTED PRIVATE KEY")) {
            return "the private key is encrypted, and its pass phrase cannot be entered; decrypt it into a file"
                    + " that only the server can read: " + convert(pem.path());
        }
        boolean old = pem.has("RSA PRIVATE KEY") || pem.has("EC PRIVATE KEY");
        return (old ? "the private key is in an old format (PKCS#1 or SEC 1)" : "no private key in it")
                + "; expected PKCS#8, -----BEGIN PRIVATE KEY-----"
                + (old ? "; convert it: " + convert(pem.path()) : "");
    }

    private static String convert(Path path) {
        return "openssl pkey -in " + path + " -out NEW";
    }

    private static boolean signsFor(PrivateKey key, PublicKey certified) throws GeneralSecurityException {
        String algorithm = key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA";
        Signature signer = Signature.getInstance(algorithm);
        signer.initSign(key);
        signer.update(PROBE);
        byte[] signed = signer.sign();
        Signature verifier = Signature.getInstance(algorithm);
        verifier.initVerify(certified);
        verifier.update(PROBE);
        return verifier.verify(signed);
    }
}
