package io.gosling.testing;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Frames as a WebSocket client sends them, masked; and the server's, as text. One thread. */
public final class ClientFrames {
    private static final byte[] MASK = {0x12, 0x34, 0x56, 0x78};
    private static final int CLOSE = 8;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public ClientFrames text(String text) {
        return frame(true, 1, text.getBytes(StandardCharsets.UTF_8));
    }

    public ClientFrames binary(byte[] payload) {
        return frame(true, 2, payload);
    }

    public ClientFrames close(int code) {
        return frame(true, CLOSE, new byte[] {(byte) (code >> 8), (byte) code});
    }

    /** A frame of any kind. */
    public ClientFrames frame(boolean last, int opcode, byte[] payload) {
        bytes.write((last ? 0x80 : 0) | opcode);
        if (payload.length < 126) {
            bytes.write(0x80 | payload.length);
        } else {
            boolean wide = payload.length > 0xffff;
            bytes.write(0x80 | (wide ? 127 : 126));
            byte[] length = ByteBuffer.allocate(8).putLong(payload.length).array();
            bytes.write(length, wide ? 0 : 6, wide ? 8 : 2);
        }
        bytes.writeBytes(MASK);
        for (int i = 0; i < payload.length; i++) {
            bytes.write(payload[i] ^ MASK[i & 3]);
        }
        return this;
    }

    public byte[] bytes() {
        return bytes.toByteArray();
    }

    /** The server's frames, such as {@code text hello, close 1000}. */
    public static String read(byte[] fromServer) {
        List<String> said = new ArrayList<>();
        ByteBuffer in = ByteBuffer.wrap(fromServer);
        while (in.hasRemaining()) {
            int opcode = in.get() & 0x0f;
            int length = in.get() & 0xff;
            length = length == 126 ? in.getShort() & 0xffff : length == 127 ? (int) in.getLong() : length;
            byte[] payload = new byte[length];
            in.get(payload);
            said.add(
                    switch (opcode) {
                        case 1 -> "text " + new String(payload, StandardCharsets.UTF_8);
                        case 2 -> "binary " + HexFormat.of().formatHex(payload);
                        case CLOSE -> "close " + (ByteBuffer.wrap(payload).getShort() & 0xffff);
                        case 9 -> "ping";
                        case 10 -> "pong " + HexFormat.of().formatHex(payload);
                        default -> throw new AssertionError("the server sent opcode " + opcode);
                    });
        }
        return String.join(", ", said);
    }
}
