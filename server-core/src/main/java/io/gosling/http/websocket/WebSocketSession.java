package io.gosling.http.websocket;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A WebSocket to one client (RFC 6455), blocking: the request's thread receives, any thread sends. Pings are answered
 * and sent, fragments are reassembled and text is validated before a message is delivered.
 *
 * <p>One lock, held while one message is written: senders wait for each other, and for a client that does not read.
 */
public final class WebSocketSession {
    static final int NORMAL = 1000;

    private static final int INVALID_TEXT = 1007;
    private static final int NO_STATUS = 1005;
    private static final int MOST_OF_REASON = 123;

    private final Request request;
    private final WebSocketLimits limits;
    private final DataInputStream in;
    private final OutputStream out;
    private final Object sending = new Object();

    @GuardedBy("sending")
    private boolean closing;

    /** Owned by the receiving thread. */
    private boolean over;

    /** A message from the client. */
    public sealed interface Message {
        /** Text, which is valid UTF-8. */
        record Text(String text) implements Message {}

        /** Bytes, which belong to the receiver. */
        record Binary(byte[] bytes) implements Message {}
    }

    /**
     * The application's conversation with one client; runs on the request's thread, and closes the connection by
     * returning.
     */
    @FunctionalInterface
    public interface Talk {
        /**
         * @throws Exception ends the connection with 1011, or with its code where it is a {@link WebSocketException}
         */
        void with(WebSocketSession socket) throws Exception;
    }

    WebSocketSession(Request request, WebSocketLimits limits, InputStream in, OutputStream out) {
        this.request = request;
        this.limits = limits;
        this.in = new DataInputStream(in);
        this.out = out;
    }

    /** Creates a handler that talks to clients within the default limits; pages of other sites are refused. */
    public static Handler handler(Talk talk) {
        return new WebSocketHandler(talk, WebSocketLimits.defaults(), null);
    }

    /**
     * Creates a handler with other limits.
     *
     * @param origins of pages that may connect, such as {@code https://example.org}; {@code *} for all
     */
    public static Handler handler(WebSocketLimits limits, Set<String> origins, Talk talk) {
        return new WebSocketHandler(talk, limits, Set.copyOf(origins));
    }

    /** Returns the request that the WebSocket began with: its path, cookies, session and attributes. */
    public Request request() {
        return request;
    }

    /**
     * Returns the next message; blocks until it has arrived completely.
     *
     * @return null when the client has closed
     * @throws WebSocketException when the client broke the protocol or a limit
     * @throws IOException when the connection broke off
     */
    public @Nullable Message receive() throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        int kind = WebSocketFrame.CONTINUATION;
        while (!over) {
            WebSocketFrame frame = WebSocketFrame.read(in, (long) limits.messageBytes() - message.size());
            if (frame == null) {
                over = true;
                throw new IOException("the client left without a close frame");
            }
            switch (frame.opcode()) {
                case WebSocketFrame.PING -> write(new WebSocketFrame(true, WebSocketFrame.PONG, frame.payload()));
                case WebSocketFrame.PONG -> {}
                case WebSocketFrame.CLOSE -> closed(frame.payload());
                default -> {
                    boolean begins = frame.opcode() != WebSocketFrame.CONTINUATION;
                    if (begins != (kind == WebSocketFrame.CONTINUATION)) {
                        throw new WebSocketException(
                                WebSocketFrame.PROTOCOL_ERROR, "messages come one after the other");
                    }
                    kind = begins ? frame.opcode() : kind;
                    message.writeBytes(frame.payload());
                    if (frame.last()) {
                        byte[] bytes = message.toByteArray();
                        return kind == WebSocketFrame.TEXT ? new Message.Text(text(bytes)) : new Message.Binary(bytes);
                    }
                }
            }
        }
        return null;
    }

    /** Sends text; blocks while the client does not read. */
    public void send(String text) throws IOException {
        write(new WebSocketFrame(true, WebSocketFrame.TEXT, text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Sends bytes; blocks while the client does not read. */
    public void send(byte[] bytes) throws IOException {
        write(new WebSocketFrame(true, WebSocketFrame.BINARY, bytes));
    }

    /**
     * Sends a close frame; messages that the client still sends can be received until it has closed too.
     *
     * @param code 1000 for a normal end, 1001 when going away, 3000 to 4999 for the application's own
     * @param reason at most {@value #MOST_OF_REASON} bytes of UTF-8
     * @throws IllegalArgumentException when the code cannot be sent or the reason is too long
     */
    public void close(int code, String reason) throws IOException {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        if (!canBeSent(code) || text.length > MOST_OF_REASON) {
            throw new IllegalArgumentException("close " + code + " '" + reason + "': the code must be 1000 to 1014 but"
                    + " 1004 to 1006, or 3000 to 4999, and the reason have at most " + MOST_OF_REASON + " bytes");
        }
        byte[] payload = ByteBuffer.allocate(2 + text.length)
                .putShort((short) code)
                .put(text)
                .array();
        write(new WebSocketFrame(true, WebSocketFrame.CLOSE, payload));
    }

    void ping() throws IOException {
        write(new WebSocketFrame(true, WebSocketFrame.PING, new byte[0]));
    }

    /** Ends the talk, with or without a close frame, once no thread sends. The output then belongs to the caller. */
    void end() {
        synchronized (sending) {
            closing = true;
        }
    }

    /** Writes a frame; after a close frame everything is dropped. */
    private void write(WebSocketFrame frame) throws IOException {
        byte[] bytes = frame.encoded();
        synchronized (sending) {
            if (!closing) {
                closing = frame.opcode() == WebSocketFrame.CLOSE;
                out.write(bytes);
                out.flush();
            } else if (frame.opcode() <= WebSocketFrame.BINARY) {
                throw new IOException("the WebSocket is closed");
            }
        }
    }

    /** Handles the client's close frame: its code is sent back (RFC 6455, section 5.5.1). */
    private void closed(byte[] payload) throws IOException {
        over = true;
        int code = NO_STATUS;
        if (payload.length > 0) {
            code = payload.length == 1 ? 0 : ByteBuffer.wrap(payload).getShort() & 0xffff;
            if (!canBeSent(code)) {
                throw new WebSocketException(WebSocketFrame.PROTOCOL_ERROR, "the client closed with a reserved code");
            }
            text(Arrays.copyOfRange(payload, 2, payload.length));
        }
        close(code == NO_STATUS ? NORMAL : code, "");
    }

    private static boolean canBeSent(int code) {
        boolean registered = code >= 1000 && code <= 1014 && (code < 1004 || code > 1006);
        return registered || (code >= 3000 && code <= 4999);
    }

    private static String text(byte[] bytes) throws WebSocketException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new WebSocketException(INVALID_TEXT, "text is not UTF-8");
        }
    }
}
