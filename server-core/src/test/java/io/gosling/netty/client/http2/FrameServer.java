package io.gosling.netty.client.http2;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/** The other side of a connection of HTTP/2, frame by frame: says nothing that it is not told to say. */
final class FrameServer implements AutoCloseable {
    static final int HEADERS = 1;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int END_HEADERS = 4;
    static final int END_STREAM = 1;
    static final int ACK = 1;

    private static final int PREFACE = 24;

    /** One frame. */
    record Frame(int type, int flags, int stream, byte[] payload) {}

    private final ServerSocket socket;

    FrameServer() throws IOException {
        socket = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        socket.setSoTimeout(30_000);
    }

    InetSocketAddress address() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    /** The next connection, before anything was said. */
    Connection accept() throws IOException {
        return new Connection(socket.accept());
    }

    /** The next connection, which has begun with the settings that are usual. */
    Connection begin() throws IOException {
        Connection connection = accept();
        connection.send(SETTINGS, 0, 0);
        return connection;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    static final class Connection implements AutoCloseable {
        private final Socket socket;
        private final DataInputStream in;
        private final DataOutputStream out;

        private Connection(Socket socket) throws IOException {
            socket.setSoTimeout(30_000);
            this.socket = socket;
            this.in = new DataInputStream(socket.getInputStream());
            this.out = new DataOutputStream(socket.getOutputStream());
            in.readFully(new byte[PREFACE]);
        }

        void send(int type, int flags, int stream, int... payload) throws IOException {
            byte[] frame = new byte[9 + payload.length];
            frame[2] = (byte) payload.length;
            frame[3] = (byte) type;
            frame[4] = (byte) flags;
            frame[8] = (byte) stream;
            for (int i = 0; i < payload.length; i++) {
                frame[9 + i] = (byte) payload[i];
            }
            out.write(frame);
            out.flush();
        }

        /** A response of which the header is all: 204. */
        void answer(int stream) throws IOException {
            send(HEADERS, END_HEADERS | END_STREAM, stream, 0x89);
        }

        /** The next frame of a kind; others are passed over. */
        Frame expect(int type) throws IOException {
            Frame frame = next();
            while (frame != null && frame.type() != type) {
                frame = next();
            }
            if (frame == null) {
                throw new EOFException("the connection ended without a frame of the type " + type);
            }
            return frame;
        }

        /** The next frame; null at the end. */
        @Nullable
        Frame next() throws IOException {
            int first = in.read();
            if (first < 0) {
                return null;
            }
            int length = first << 16 | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int stream = in.readInt();
            byte[] payload = new byte[length];
            in.readFully(payload);
            return new Frame(type, flags, stream, payload);
        }

        /** Says nothing more, and hears what is said. */
        void end() throws IOException {
            socket.shutdownOutput();
        }

        /** Goodbye: no stream behind this one is looked at. */
        void goodbye(int lastStream) throws IOException {
            send(GOAWAY, 0, 0, 0, 0, 0, lastStream, 0, 0, 0, 0);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
