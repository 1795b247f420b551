package io.gosling.testing;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client that sends exactly the frames of HTTP/2 it is told to, without TLS, and reads what comes. One thread. */
public final class FrameClient implements AutoCloseable {
    public static final int DATA = 0;
    public static final int HEADERS = 1;
    public static final int PRIORITY = 2;
    public static final int RST_STREAM = 3;
    public static final int SETTINGS = 4;
    public static final int PING = 6;
    public static final int GOAWAY = 7;
    public static final int WINDOW_UPDATE = 8;
    public static final int CONTINUATION = 9;
    public static final int HEADER_TABLE_SIZE = 1;
    public static final int INITIAL_WINDOW = 4;
    public static final int END_STREAM = 1;
    public static final int END_HEADERS = 4;
    public static final int ENHANCE_YOUR_CALM = 11;

    private final Socket socket;
    private final DataInputStream in;

    /** A frame that came. */
    public record Frame(int type, int flags, int stream, byte[] payload) {
        /** The error of a RST_STREAM or GOAWAY. */
        public int error() {
            return ByteBuffer.wrap(payload).getInt(type == GOAWAY ? 4 : 0);
        }

        public boolean ends() {
            return (flags & END_STREAM) != 0;
        }

        /** The status of a response's head, where it is one of the usual ones, which have one byte. */
        public int status() {
            return switch (payload[0] & 0xff) {
                case 0x88 -> 200;
                case 0x8b -> 304;
                case 0x8c -> 400;
                case 0x8d -> 404;
                case 0x8e -> 500;
                default -> 0;
            };
        }
    }

    private FrameClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
    }

    /** Connects and says hello; settings are the server's to acknowledge. */
    public static FrameClient open(InetSocketAddress address) {
        return open(address, 0);
    }

    /** @param receiveBuffer bytes the system may buffer for us, to be a slow reader; 0 for the usual */
    public static FrameClient open(InetSocketAddress address, int receiveBuffer) {
        try {
            Socket socket = new Socket();
            if (receiveBuffer > 0) {
                socket.setReceiveBufferSize(receiveBuffer);
            }
            socket.connect(address);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(30_000);
            FrameClient client = new FrameClient(socket);
            socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return client.send(SETTINGS, 0, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public FrameClient send(int type, int flags, int stream, byte... payload) {
        return sendAtOnce(frame(type, flags, stream, payload));
    }

    /** A frame's bytes. */
    public static byte[] frame(int type, int flags, int stream, byte... payload) {
        ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
        frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
        return frame.put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    /** Sends bytes, such as those of several frames, so that the server reads them together. */
    public FrameClient sendAtOnce(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends one setting (RFC 9113, section 6.5.2). */
    public FrameClient set(int setting, int value) {
        return send(
                SETTINGS,
                0,
                0,
                ByteBuffer.allocate(6).putShort((short) setting).putInt(value).array());
    }

    /** Makes room for so many bytes more, on a stream or, with 0, on the connection. */
    public FrameClient makeRoom(int stream, int bytes) {
        return send(
                WINDOW_UPDATE, 0, stream, ByteBuffer.allocate(4).putInt(bytes).array());
    }

    /** All frames up to the answer of a ping sent now, which the server reads after what was sent before. */
    public List<Frame> framesUntilNow() {
        send(PING, 0, 0, new byte[8]);
        List<Frame> frames = new ArrayList<>();
        for (Frame frame = read(); frame != null && frame.type() != PING; frame = read()) {
            frames.add(frame);
        }
        return frames;
    }

    /** Sends frames until the server has had enough: at most so many. Returns false when it took all. */
    public boolean flood(int times, int type, int flags, int stream, byte... payload) {
        try {
            for (int i = 0; i < times; i++) {
                send(type, flags, stream, payload);
            }
            return false;
        } catch (UncheckedIOException e) {
            return true;
        }
    }

    /** Sends a request without a body. */
    public FrameClient get(int stream, String path, String... fields) {
        return request(stream, true, "GET", path, fields);
    }

    public FrameClient request(int stream, boolean last, String method, String path, String... fields) {
        return send(HEADERS, END_HEADERS | (last ? END_STREAM : 0), stream, header(method, path, fields));
    }

    /** A compressed header in which nothing is compressed. */
    public static byte[] header(String method, String path, String... fields) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        field(block, ":method", method);
        field(block, ":scheme", "http");
        field(block, ":path", path);
        field(block, ":authority", "test");
        for (int i = 0; i < fields.length; i += 2) {
            field(block, fields[i], fields[i + 1]);
        }
        return block.toByteArray();
    }

    /** One field, literally and never indexed (RFC 7541, section 6.2.2); name and value shorter than 127 bytes. */
    public static void field(ByteArrayOutputStream to, String name, String value) {
        to.write(0);
        to.write(name.length());
        to.writeBytes(name.getBytes(StandardCharsets.ISO_8859_1));
        to.write(value.length());
        to.writeBytes(value.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The next frame, or null at the end of the connection, clean or not. */
    public @Nullable Frame read() {
        try {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int stream = in.readInt();
            return new Frame(type, flags, stream, in.readNBytes(length));
        } catch (EOFException | SocketException e) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next frame of a type, whatever comes before it; null when the connection ends first. */
    public @Nullable Frame await(int type) {
        Frame frame = read();
        while (frame != null && frame.type() != type) {
            frame = read();
        }
        return frame;
    }

    /** The next frame of a type; its absence fails. */
    public Frame expect(int type) {
        Frame frame = await(type);
        if (frame == null) {
            throw new AssertionError("the connection ended without a frame of type " + type);
        }
        return frame;
    }

    /** The next answer to a request, be it a head or a reset; its absence fails. */
    public Frame answer() {
        Frame frame = read();
        while (frame != null && frame.type() != HEADERS && frame.type() != RST_STREAM) {
            frame = read();
        }
        if (frame == null) {
            throw new AssertionError("the connection ended without an answer");
        }
        return frame;
    }

    /** Returns true if the connection ends now, at once or with a GOAWAY of this error before. */
    public boolean endsWith(int error) {
        Frame goAway = await(GOAWAY);
        return goAway == null || (goAway.error() == error && await(GOAWAY) == null);
    }

    /** Ends our side of the connection. */
    public FrameClient endInput() {
        try {
            socket.shutdownOutput();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
