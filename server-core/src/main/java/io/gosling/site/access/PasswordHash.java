package io.gosling.site.access;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A password hash as a file stores it: PBKDF2 with HMAC-SHA-256 (RFC 8018), which every Java platform has. Immutable.
 * Written {@code pbkdf2-sha256:ROUNDS:SALT:HASH}, salt and hash in base64.
 */
public final class PasswordHash {
    /** Rounds of a new hash; a few tenths of a second of one processor. */
    public static final int ROUNDS = 600_000;

    private static final String SCHEME = "pbkdf2-sha256";
    private static final int LEAST_ROUNDS = 10_000;
    private static final int MOST_ROUNDS = 10_000_000;
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;

    private final int rounds;
    private final byte[] salt;
    private final byte[] hash;

    private PasswordHash(int rounds, byte[] salt, byte[] hash) {
        this.rounds = rounds;
        this.salt = salt;
        this.hash = hash;
    }

    /** The hash of a new password, with salt of its own. */
    public static PasswordHash make(char[] password, int rounds, SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return new PasswordHash(rounds, salt, derive(password, salt, rounds));
    }

    /**
     * Parses the output of {@link #toString}.
     *
     * @throws IllegalArgumentException when it is malformed; the message does not repeat it
     */
    public static PasswordHash parse(String text) {
        String[] parts = text.split(":", -1);
        boolean known = parts.length == 4 && parts[0].toLowerCase(Locale.ROOT).equals(SCHEME);
        if (known && parts[1].matches("[0-9]{5,8}")) {
            int rounds = Integer.parseInt(parts[1]);
            byte[] salt = Base64.getDecoder().decode(parts[2]);
            byte[] hash = Base64.getDecoder().decode(parts[3]);
            if (rounds >= LEAST_ROUNDS && rounds <= MOST_ROUNDS && salt.length >= 8 && hash.length == HASH_BYTES) {
                return new PasswordHash(rounds, salt, hash);
            }
        }
        throw new IllegalArgumentException("expected " + SCHEME + ":ROUNDS:SALT:HASH with " + LEAST_ROUNDS + " to "
                + MOST_ROUNDS + " rounds, as gosling password makes it");
    }

    /** Returns whether it is this password; takes the same time for every password. */
    public boolean is(char[] password) {
        return MessageDigest.isEqual(hash, derive(password, salt, rounds));
    }

    private static byte[] derive(char[] password, byte[] salt, int rounds) {
        PBEKeySpec key = new PBEKeySpec(password, salt, rounds, HASH_BYTES * 8);
        try {
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(key)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform has no PBKDF2 with HMAC-SHA-256", e);
        } finally {
            key.clearPassword();
        }
    }

    @Override
    public String toString() {
        Base64.Encoder base64 = Base64.getEncoder();
        return SCHEME + ":" + rounds + ":" + base64.encodeToString(salt) + ":" + base64.encodeToString(hash);
    }
}
