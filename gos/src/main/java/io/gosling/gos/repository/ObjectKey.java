package io.gosling.gos.repository;

import io.gosling.wire.SecureHashes;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The name of an object: 1 to {@value #LONGEST} bytes of any kind. Homes find it by 128 bits of its SHA-256 and compare
 * the bytes. Immutable.
 */
public final class ObjectKey {
    /** The longest key, in bytes. */
    public static final int LONGEST = 4096;

    /** A percent sign that does not escape a byte. */
    private static final Pattern UNESCAPED = Pattern.compile("%(?![0-9A-Fa-f]{2})");

    private final byte[] bytes;
    private final UUID hash;

    /** Creates a key with a hash, {@link #hashed} except in tests of collisions. */
    ObjectKey(byte[] bytes, UUID hash) {
        this.bytes = bytes;
        this.hash = hash;
    }

    /**
     * The key of these bytes, which are copied.
     *
     * @throws IllegalArgumentException when there are none, or more than {@value #LONGEST}
     */
    public static ObjectKey of(byte[] bytes) {
        if (bytes.length < 1 || bytes.length > LONGEST) {
            throw new IllegalArgumentException("a key of " + bytes.length + " bytes; expected 1 to " + LONGEST);
        }
        byte[] own = bytes.clone();
        return new ObjectKey(own, hashed(own));
    }

    /**
     * The key of a text's UTF-8.
     *
     * @throws IllegalArgumentException when it is empty, or longer than {@value #LONGEST} bytes
     */
    public static ObjectKey of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The key that is written like this: a percent sign with two hexadecimal digits stands for any byte, other
     * characters for themselves.
     *
     * @throws IllegalArgumentException when it is no such text, or a key too short or too long
     */
    public static ObjectKey parse(String text) {
        if (UNESCAPED.matcher(text).find()) {
            throw new IllegalArgumentException(
                    "key \"" + text + "\": a percent sign without two hexadecimal digits; expected %25 for itself");
        }
        // Each byte as one character; the decoder takes a plus sign for a blank.
        String written = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        return of(URLDecoder.decode(written.replace("+", "%2B"), StandardCharsets.ISO_8859_1)
                .getBytes(StandardCharsets.ISO_8859_1));
    }

    static UUID hashed(byte[] bytes) {
        ByteBuffer digest = ByteBuffer.wrap(SecureHashes.sha256().digest(bytes));
        return new UUID(digest.getLong(), digest.getLong());
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    public int length() {
        return bytes.length;
    }

    /** Under this its home has it. */
    public UUID hash() {
        return hash;
    }

    String name() {
        return hash.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectKey key && hash.equals(key.hash) && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return hash.hashCode();
    }

    /** The form that {@link #parse} reads: letters, digits and {@code -._~} stand for themselves. */
    @Override
    public String toString() {
        return URLEncoder.encode(new String(bytes, StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }
}
