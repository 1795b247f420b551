package io.gosling.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes fields into memory, numbers with the high byte first; {@link WireReader} reads them. Used by one thread. */
public final class WireWriter {
    private static final int MOST_SHORT = 0xffff;

    private ByteBuffer out;

    /** @param about bytes to be written; if it is exact, they are not copied at the end */
    public WireWriter(int about) {
        this.out = ByteBuffer.allocate(about);
    }

    private ByteBuffer room(int length) {
        if (length > out.remaining()) {
            int size = Math.max(Math.addExact(out.position(), length), (int) Math.min(2L * out.capacity(), 1 << 30));
            out = ByteBuffer.allocate(size).put(out.flip());
        }
        return out;
    }

    public WireWriter writeBoolean(boolean value) {
        return writeByte(value ? 1 : 0);
    }

    public WireWriter writeByte(int value) {
        room(1).put((byte) value);
        return this;
    }

    public WireWriter writeShort(int value) {
        room(Short.BYTES).putShort((short) value);
        return this;
    }

    public WireWriter writeInt(int value) {
        room(Integer.BYTES).putInt(value);
        return this;
    }

    public WireWriter writeLong(long value) {
        room(Long.BYTES).putLong(value);
        return this;
    }

    public WireWriter writeDouble(double value) {
        room(Double.BYTES).putDouble(value);
        return this;
    }

    public WireWriter writeBytes(byte[] bytes) {
        room(bytes.length).put(bytes);
        return this;
    }

    /** Writes bytes with their length before them, in four bytes. */
    public WireWriter writeBlock(byte[] bytes) {
        return writeInt(bytes.length).writeBytes(bytes);
    }

    /** Writes a text with its length before it, in four bytes. */
    public WireWriter writeText(String text) {
        return writeBlock(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Writes a text with its length before it, in two bytes.
     *
     * @throws IllegalArgumentException when it is too long
     */
    public WireWriter writeShortText(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MOST_SHORT) {
            throw new IllegalArgumentException(
                    "a text of " + bytes.length + " bytes; expected " + MOST_SHORT + " at most");
        }
        return writeShort(bytes.length).writeBytes(bytes);
    }

    public int size() {
        return out.position();
    }

    /** All bytes that were written; nothing more may be written afterwards. */
    public byte[] toByteArray() {
        return out.hasRemaining() ? Arrays.copyOf(out.array(), out.position()) : out.array();
    }
}
