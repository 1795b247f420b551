package io.gosling.gos.membership;

import io.gosling.wire.SecureHashes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The secret that the nodes of a cluster share. Never sent: the cluster's name, the tokens and the certificates of its
 * members are derived from it. Safe for use by many threads.
 *
 * <p>While it is being changed there is a second one: its tokens and certificates are accepted from others, too. A
 * running process takes over a changed secret by {@link #replaceBy}.
 */
public final class ClusterSecret {
    private static final int LEAST_BYTES = 16;
    private static final int MOST_BYTES = 4096;
    private static final int DERIVED_BYTES = 18;
    private static final int LABEL_BYTES = 4;

    /** Of 32 hexadecimal digits or a UUID, and of 22 letters and digits. */
    private static final int LEAST_BITS = 120;

    private static final int LEAST_DIFFERENT = 8;
    private static final double LN_2 = Math.log(2);

    /** Secrets in a text: the one that this node uses, and another one that it accepts. */
    private static final int MOST_LINES = 2;

    /** The secret that this process uses, and then those that it accepts besides. */
    private volatile List<Derived> accepted;

    /** The values that are derived from one secret; of the secret itself nothing is kept. */
    private record Derived(
            String clusterName, String peerToken, String objectsToken, byte[] tlsSecret, String label, boolean random) {
        static Derived of(byte[] key, boolean random) {
            return new Derived(
                    "gosling-" + derive(key, "cluster name"),
                    derive(key, "peer token"),
                    derive(key, "objects token"),
                    code(key, "tls secret"),
                    HexFormat.of().formatHex(code(key, "label"), 0, LABEL_BYTES),
                    random);
        }

        boolean isSame(Derived other) {
            return MessageDigest.isEqual(tlsSecret, other.tlsSecret);
        }
    }

    private ClusterSecret(List<Derived> accepted) {
        this.accepted = accepted;
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
        return new ClusterSecret((lines.isEmpty() ? List.of("") : lines)
                .stream().map(ClusterSecret::derived).toList());
    }

    private static Derived derived(String line) {
        byte[] key = line.getBytes(StandardCharsets.UTF_8);
        if (key.length < LEAST_BYTES || key.length > MOST_BYTES) {
            throw new IllegalArgumentException("the cluster secret has " + key.length + " bytes; expected "
                    + LEAST_BYTES + " to " + MOST_BYTES + ", for example from: head -c 32 /dev/urandom | base64");
        }
        return Derived.of(key, looksRandom(line));
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
        byte[] key = "gosling on the loopback address".getBytes(StandardCharsets.UTF_8);
        return new ClusterSecret(List.of(Derived.of(key, true)));
    }

    /** Takes over the secrets of another one, all at once: what is derived from now on comes from these. */
    public void replaceBy(ClusterSecret other) {
        accepted = other.accepted;
    }

    /** Returns true if both use the same secret and accept the same one besides. */
    public boolean isSame(ClusterSecret other) {
        List<Derived> mine = accepted;
        List<Derived> others = other.accepted;
        return mine.size() == others.size()
                && IntStream.range(0, mine.size()).allMatch(i -> mine.get(i).isSame(others.get(i)));
    }

    /** Returns true if both use the same secret, whatever they accept besides. */
    public boolean usesSame(ClusterSecret other) {
        return accepted.getFirst().isSame(other.accepted.getFirst());
    }

    /** Returns true if a process with this one accepts the secret that a process with the other uses. */
    public boolean acceptsFirstOf(ClusterSecret other) {
        return accepted.stream().anyMatch(other.accepted.getFirst()::isSame);
    }

    /** Short names of the secret in use and of those that are accepted besides, to tell them apart in logs. */
    public List<String> labels() {
        return accepted.stream().map(Derived::label).toList();
    }

    /**
     * Returns true unless it was surely made up by a person. Whoever connects to a member can try out secrets at home,
     * so one that other machines can reach needs a secret that nobody can guess. Words with digits between them pass.
     */
    public boolean isRandom() {
        return accepted.stream().allMatch(Derived::random);
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
        return accepted.getFirst().clusterName();
    }

    public String peerToken() {
        return accepted.getFirst().peerToken();
    }

    /** The token of programs that use the repository on the peer port; it opens nothing else there. */
    public String objectsToken() {
        return accepted.getFirst().objectsToken();
    }

    /**
     * The secrets from which the members' certificates come: the one for this node's, and a further one for those that
     * are accepted. Never sent.
     */
    public List<byte[]> tlsSecrets() {
        return accepted.stream().map(one -> one.tlsSecret().clone()).toList();
    }

    /** Returns true if this is a peer token; a constant-time comparison. */
    public boolean isPeerToken(String shown) {
        return accepted.stream().anyMatch(one -> isSame(one.peerToken(), shown));
    }

    /** Returns true if this is a token for objects; a constant-time comparison. */
    public boolean isObjectsToken(String shown) {
        return accepted.stream().anyMatch(one -> isSame(one.objectsToken(), shown));
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
