package io.gosling.gos.repository;

import io.gosling.wire.SecureHashes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;

/**
 * The name of an object: 1 to {@value #LONGEST} bytes of any kind. Homes find it by 128 bits of its SHA-256 and compare
 * the bytes. Immutable.
 */
public final class ObjectKey {
    /** The longest key, in bytes. */
    public static final int LONGEST = 4096;

    private static final String UNRESERVED = "-._~";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

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
        byte[] written = text.getBytes(StandardCharsets.UTF_8);
        byte[] read = new byte[written.length];
        int length = 0;
        for (int at = 0; at < written.length; at++) {
            if (written[at] != '%') {
                read[length++] = written[at];
            } else if (at + 2 < written.length
                    && HexFormat.isHexDigit(written[at + 1])
                    && HexFormat.isHexDigit(written[at + 2])) {
                read[length++] =
                        (byte) (HexFormat.fromHexDigit(written[at + 1]) << 4 | HexFormat.fromHexDigit(written[at + 2]));
                at += 2;
            } else {
                throw new IllegalArgumentException(
                        "key \"" + text + "\": a percent sign without two hexadecimal digits; expected %25 for itself");
            }
        }
        return of(Arrays.copyOf(read, length));
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
        StringBuilder text = new StringBuilder(bytes.length);
        for (byte one : bytes) {
            boolean plain = one >= '0' && one <= '9'
                    || one >= 'a' && one <= 'z'
                    || one >= 'A' && one <= 'Z'
                    || UNRESERVED.indexOf(one) >= 0;
            if (plain) {
                text.append((char) one);
            } else {
                text.append('%').append(HEX.toHexDigits(one));
            }
        }
        return text.toString();
    }
}
