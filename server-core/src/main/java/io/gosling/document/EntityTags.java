package io.gosling.document;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/** Strong entity tags (RFC 9110, section 8.8.3), with their quotes. */
public final class EntityTags {
    private static final int HASH_BYTES = 16;

    private EntityTags() {}

    /** A digest to feed a document's bytes to. */
    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256, this one does not", e);
        }
    }

    /** The tag of bytes: equal on every node that has the same ones. */
    public static String ofContent(ByteBuffer bytes) {
        MessageDigest digest = digest();
        digest.update(bytes);
        return of(digest);
    }

    /** Whether a tag of this form is made of the bytes, so that whoever has them can verify it. */
    public static boolean isOfContent(String tag) {
        return tag.indexOf('.') < 0;
    }

    /** The tag of the bytes that the digest has seen: 128 bits of it. */
    static String of(MessageDigest digest) {
        byte[] bits = Arrays.copyOf(digest.digest(), HASH_BYTES);
        return '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(bits) + '"';
    }

    /** The tag of a file that is too large to hash; the dot keeps it apart from every hash. */
    static String ofStamp(Stamp stamp) {
        return '"' + Long.toHexString(stamp.size()) + '.' + Long.toHexString(stamp.modifiedNanos()) + '"';
    }
}
