package io.gosling.wire;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** The hash functions that every Java platform has. */
public final class SecureHashes {
    private static final String HMAC = "HmacSHA256";

    private SecureHashes() {}

    public static MessageDigest sha256() {
        return digest("SHA-256");
    }

    /** For protocols that demand it: it does not withstand forgery. */
    public static MessageDigest sha1() {
        return digest("SHA-1");
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + algorithm + ", this one does not", e);
        }
    }

    /** The key for {@link #hmac(SecretKey, byte[])}, which may be kept and used by many threads. */
    public static SecretKey hmacKey(byte[] secret) {
        return new SecretKeySpec(secret, HMAC);
    }

    public static byte[] hmac(byte[] secret, byte[] text) {
        return hmac(hmacKey(secret), text);
    }

    /** The code of a text by HMAC-SHA-256 (RFC 2104). */
    public static byte[] hmac(SecretKey key, byte[] text) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            return mac.doFinal(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA-256, this one does not", e);
        }
    }
}
