package io.gosling.dispatcher.backend;

import io.gosling.wire.SecureHashes;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.SecretKey;

/**
 * Identifiers of back-ends in the cookies of sticky sessions: the first 128 bits of the HMAC-SHA-256 of their names.
 * They reveal no address, and only processes with the same key can make them. Safe for use by many threads.
 */
public final class BackendIds {
    private static final byte[] PURPOSE = "sticky sessions".getBytes(StandardCharsets.US_ASCII);
    private static final int BYTES = 16;

    /** Those of a random key, which ends with the process. */
    public static final BackendIds OF_PROCESS = of(new BigInteger(256, new SecureRandom()).toByteArray());

    private final SecretKey key;

    private BackendIds(SecretKey key) {
        this.key = key;
    }

    /** Identifiers that all processes with a secret agree on. */
    public static BackendIds of(byte[] secret) {
        return new BackendIds(SecureHashes.hmacKey(SecureHashes.hmac(secret, PURPOSE)));
    }

    /** Returns the identifier of the back-end of a name: 22 letters, digits, dashes and underscores. */
    public String of(String name) {
        byte[] code = SecureHashes.hmac(key, name.getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(code, BYTES));
    }
}
