package io.gosling.http.websocket;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One frame (RFC 6455, section 5.2).
 *
 * @param last true if the message ends with it
 * @param payload unmasked
 */
record WebSocketFrame(boolean last, int opcode, byte[] payload) {
    static final int CONTINUATION = 0;
    static final int TEXT = 1;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;
    static final int PROTOCOL_ERROR = 1002;
    static final int TOO_BIG = 1009;

    private static final int MOST_OF_CONTROL = 125;

    /**
     * Reads a client's frame, strictly; null when the stream ends between frames.
     *
     * @param most payload bytes of a frame of data; more is a failure with 1009
     */
    static @Nullable WebSocketFrame read(DataInputStream in, long most) throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        int second = in.readUnsignedByte();
        int opcode = first & 0x0f;
        boolean last = (first & 0x80) != 0;
        require((first & 0x70) == 0, "no extension was agreed on, yet a reserved bit is set");
        require(opcode <= BINARY || (opcode >= CLOSE && opcode <= PONG), "unknown opcode");
        require((second & 0x80) != 0, "a client masks its frames");
        long length = length(in, second & 0x7f);
        require(opcode <= BINARY || (last && length <= MOST_OF_CONTROL), "control frames are short and whole");
        if (length > most && opcode <= BINARY) {
            throw new WebSocketException(TOO_BIG, "a message is longer than is taken");
        }
        byte[] mask = in.readNBytes(4);
        byte[] payload = in.readNBytes((int) length);
        if (mask.length < 4 || payload.length < length) {
            throw new EOFException("the connection ended within a frame");
        }
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= mask[i & 3];
        }
        return new WebSocketFrame(last, opcode, payload);
    }

    private static long length(DataInputStream in, int seven) throws IOException {
        if (seven < 126) {
            return seven;
        }
        long length = seven == 126 ? in.readUnsignedShort() : in.readLong();
        require(length >= (seven == 126 ? 126 : 1 << 16), "a length takes no more bytes than it needs");
        return length;
    }

    byte[] encoded() {
        int length = payload.length;
        int extra = length < 126 ? 0 : length < 1 << 16 ? 2 : 8;
        byte[] bytes = new byte[2 + extra + length];
        bytes[0] = (byte) ((last ? 0x80 : 0) | opcode);
        bytes[1] = (byte) (extra == 0 ? length : extra == 2 ? 126 : 127);
        for (int i = 0; i < extra; i++) {
            int shift = 8 * (extra - 1 - i);
            bytes[2 + i] = (byte) (shift > 31 ? 0 : length >>> shift);
        }
        System.arraycopy(payload, 0, bytes, 2 + extra, length);
        return bytes;
    }

    private static void require(boolean kept, String rule) throws WebSocketException {
        if (!kept) {
            throw new WebSocketException(PROTOCOL_ERROR, rule);
        }
    }
}
