package io.gosling.gos.membership;

import io.gosling.wire.SecureHashes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The secret that the nodes of a cluster share. Never sent: the cluster's name, the tokens and the certificates of its
 * members are derived from it. Immutable.
 *
 * <p>While it is being changed there is a second one: its tokens and certificates are accepted from others, too.
 */
public final class ClusterSecret {
    private static final int LEAST_BYTES = 16;
    private static final int MOST_BYTES = 4096;
    private static final int DERIVED_BYTES = 18;

    /** Of 32 hexadecimal digits or a UUID, and of 22 letters and digits. */
    private static final int LEAST_BITS = 120;

    private static final int LEAST_DIFFERENT = 8;
    private static final double LN_2 = Math.log(2);

    /** Secrets in a text: the one that this node uses, and another one that it accepts. */
    private static final int MOST_LINES = 2;

    private final String clusterName;
    private final String peerToken;
    private final String objectsToken;
    private final byte[] tlsSecret;
    private final boolean random;
    private final @Nullable ClusterSecret other;

    private ClusterSecret(byte[] key, boolean random, @Nullable ClusterSecret other) {
        this.random = random;
        this.other = other;
        this.clusterName = "gosling-" + derive(key, "cluster name");
        this.peerToken = derive(key, "peer token");
        this.objectsToken = derive(key, "objects token");
        this.tlsSecret = code(key, "tls secret");
    }

    /**
     * A secret from a file's text, and a second one that is accepted from others from a second line. White space around
     * them does not count.
     *
     * @throws IllegalArgumentException when one is shorter than 16 bytes or longer than 4096, or there are more
     */
    public static ClusterSecret of(String text) {
        List<String> lines =
                text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        if (lines.size() > MOST_LINES) {
            throw new IllegalArgumentException("the cluster secret has " + lines.size()
                    + " lines; expected one, and a second one while it is being changed");
        }
        ClusterSecret other = lines.size() < MOST_LINES ? null : of(lines.getLast(), null);
        return of(lines.isEmpty() ? "" : lines.getFirst(), other);
    }

    private static ClusterSecret of(String line, @Nullable ClusterSecret other) {
        byte[] key = line.getBytes(StandardCharsets.UTF_8);
        if (key.length < LEAST_BYTES || key.length > MOST_BYTES) {
            throw new IllegalArgumentException("the cluster secret has " + key.length + " bytes; expected "
                    + LEAST_BYTES + " to " + MOST_BYTES + ", for example from: head -c 32 /dev/urandom | base64");
        }
        return new ClusterSecret(key, looksRandom(line), other);
    }

    /** A new secret's text, 256 random bits. */
    public static String generate(SecureRandom random) {
        byte[] bits = new byte[32];
        random.nextBytes(bits);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    }

    /**
     * The secret of clusters on one machine that were given none: it does not protect against anything that can reach
     * the loopback address.
     */
    public static ClusterSecret ofLoopback() {
        return new ClusterSecret("gosling on the loopback address".getBytes(StandardCharsets.UTF_8), true, null);
    }

    /**
     * Returns true unless it was surely made up by a person. Whoever connects to a member can try out secrets at home,
     * so one that other machines can reach needs a secret that nobody can guess. Words with digits between them pass.
     */
    public boolean isRandom() {
        return random && (other == null || other.random);
    }

    private static boolean looksRandom(String text) {
        boolean hasDigits = text.chars().anyMatch(Character::isDigit);
        boolean hasLower = text.chars().anyMatch(Character::isLowerCase);
        boolean hasUpper = text.chars().anyMatch(Character::isUpperCase);
        boolean isHex = text.chars().allMatch(letter -> letter == '-' || Character.digit(letter, 16) >= 0);
        int alphabet = isHex ? 16 : (hasDigits ? 10 : 0) + (hasLower ? 26 : 0) + (hasUpper ? 26 : 0);
        long letters = text.chars()
                .filter(letter -> letter != '=' && (letter != '-' || !isHex))
                .count();
        double bits = letters * Math.log(Math.max(1, alphabet)) / LN_2;
        return bits >= LEAST_BITS
                && (hasDigits || hasLower && hasUpper)
                && text.chars().distinct().count() >= LEAST_DIFFERENT
                && !isRepetition(text)
                && text.chars().noneMatch(Character::isWhitespace);
    }

    /** Returns true if a shorter text, repeated, is this one. */
    private static boolean isRepetition(String text) {
        return (text + text).indexOf(text, 1) < text.length();
    }

    /** The name under which members find each other, unless they encrypt. */
    public String clusterName() {
        return clusterName;
    }

    public String peerToken() {
        return peerToken;
    }

    /** The token of programs that use the repository on the peer port; it opens nothing else there. */
    public String objectsToken() {
        return objectsToken;
    }

    /**
     * The secrets from which the members' certificates come: the one for this node's, and a further one for those that
     * are accepted. Never sent.
     */
    public List<byte[]> tlsSecrets() {
        return other == null ? List.of(tlsSecret.clone()) : List.of(tlsSecret.clone(), other.tlsSecret.clone());
    }

    /** Returns true if this is a peer token; a constant-time comparison. */
    public boolean isPeerToken(String shown) {
        return isSame(peerToken, shown) || other != null && other.isPeerToken(shown);
    }

    /** Returns true if this is a token for objects; a constant-time comparison. */
    public boolean isObjectsToken(String shown) {
        return isSame(objectsToken, shown) || other != null && other.isObjectsToken(shown);
    }

    private static boolean isSame(String token, String shown) {
        return MessageDigest.isEqual(token.getBytes(StandardCharsets.UTF_8), shown.getBytes(StandardCharsets.UTF_8));
    }

    private static String derive(byte[] key, String purpose) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(code(key, purpose), DERIVED_BYTES));
    }

    private static byte[] code(byte[] key, String purpose) {
        return SecureHashes.hmac(key, purpose.getBytes(StandardCharsets.UTF_8));
    }
}
