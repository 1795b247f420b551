package io.gosling.wire;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads fields as {@link WireWriter} writes them. Bounded by the bytes that are present: no number that was read
 * reserves memory, and a field that the bytes do not hold is an {@link EOFException}. Used by one thread.
 */
public final class WireReader {
    /** Reads one value. */
    @FunctionalInterface
    public interface Field<T> {
        T from(WireReader in) throws IOException;
    }

    private final ByteBuffer in;

    public WireReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /** For a part of these bytes. */
    public WireReader(byte[] bytes, int from, int length) {
        this.in = ByteBuffer.wrap(bytes, from, length);
    }

    public int left() {
        return in.remaining();
    }

    private ByteBuffer holding(int length) throws EOFException {
        if (length > in.remaining()) {
            throw new EOFException(length + " bytes where " + in.remaining() + " follow");
        }
        return in;
    }

    public boolean readBoolean() throws IOException {
        return holding(1).get() != 0;
    }

    public byte readByte() throws IOException {
        return holding(1).get();
    }

    public int readUnsignedByte() throws IOException {
        return readByte() & 0xff;
    }

    public int readUnsignedShort() throws IOException {
        return holding(Short.BYTES).getShort() & 0xffff;
    }

    public int readInt() throws IOException {
        return holding(Integer.BYTES).getInt();
    }

    public long readLong() throws IOException {
        return holding(Long.BYTES).getLong();
    }

    public double readDouble() throws IOException {
        return holding(Double.BYTES).getDouble();
    }

    /**
     * Checks a number of things that follow, which was read.
     *
     * @throws IOException when it is negative or too high
     */
    public static int count(int count, int most, String things) throws IOException {
        if (count < 0 || count > most) {
            throw new IOException(count + " " + things + "; expected 0 to " + most);
        }
        return count;
    }

    /** Reads so many values, a number that was read and is checked: {@link #count}. The list may be changed. */
    public <T> List<T> readList(int count, int most, String things, Field<T> field) throws IOException {
        count(count, most, things);
        List<T> list = new ArrayList<>();
        while (list.size() < count) {
            list.add(field.from(this));
        }
        return list;
    }

    public byte[] readBytes(int length) throws IOException {
        if (length < 0) {
            throw new IOException("a length of " + length + " bytes");
        }
        holding(length);
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    /** Reads bytes with their length before them, in four bytes. */
    public byte[] readBlock() throws IOException {
        return readBytes(readInt());
    }

    /** Reads a text with its length before it, in four bytes; what is no UTF-8 is replaced. */
    public String readText() throws IOException {
        return new String(readBlock(), StandardCharsets.UTF_8);
    }

    /** Reads a text with its length before it, in two bytes; it must be UTF-8. */
    public String readShortText() throws IOException {
        byte[] bytes = readBytes(readUnsignedShort());
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IOException("a text that is no UTF-8", e);
        }
    }
}
