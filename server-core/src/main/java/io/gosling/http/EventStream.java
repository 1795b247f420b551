package io.gosling.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A stream of server-sent events to one client (WHATWG HTML, section 9.2). Each event is sent at once; sending blocks
 * while the client does not read. Used by the request's thread.
 *
 * <p>A client that has left is noticed by the next send, which fails with an {@link IOException}: a stream that may be
 * silent for long should send a {@link #comment} every now and then. A client that reconnects names the last event that
 * it saw in the request's {@code Last-Event-ID}.
 */
public final class EventStream {
    private final OutputStream out;

    EventStream(OutputStream out) {
        this.out = out;
    }

    /** Sends events and returns when there are no more. */
    @FunctionalInterface
    public interface Source {
        /** @throws Exception breaks the stream off; clients reconnect */
        void sendTo(EventStream events) throws Exception;
    }

    /**
     * One event.
     *
     * @param id the id that the client sends when it reconnects; null to leave it at the last one
     * @param name of the event's type; null for {@code message}
     * @param data any text; its lines may end in CR, LF or both
     */
    public record Event(@Nullable String id, @Nullable String name, String data) {
        /** @throws IllegalArgumentException when id or name hold a line's end, or the id NUL */
        public Event {
            requireOneLine("id", id);
            requireOneLine("name", name);
        }
    }

    /** Sends an event of type {@code message}. */
    public void send(String data) throws IOException {
        send(new Event(null, null, data));
    }

    public void send(Event event) throws IOException {
        StringBuilder lines = new StringBuilder(event.data().length() + 16);
        if (event.id() != null) {
            lines.append("id: ").append(event.id()).append('\n');
        }
        if (event.name() != null) {
            lines.append("event: ").append(event.name()).append('\n');
        }
        // Not lines(): an end of a line at the very end is data.
        for (String line : event.data().split("\r\n|\r|\n", -1)) {
            lines.append("data: ").append(line).append('\n');
        }
        write(lines.append('\n'));
    }

    /** Sends a comment, which clients disregard: it keeps connections open and notices clients that have left. */
    public void comment(String text) throws IOException {
        requireOneLine("comment", text);
        write(new StringBuilder(": ").append(text).append("\n\n"));
    }

    /** Tells the client how long to wait before it reconnects. */
    public void retryAfter(Duration pause) throws IOException {
        write(new StringBuilder("retry: ").append(pause.toMillis()).append("\n\n"));
    }

    private void write(StringBuilder text) throws IOException {
        out.write(text.toString().getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static void requireOneLine(String what, @Nullable String text) {
        if (text != null && text.chars().anyMatch(c -> c == '\r' || c == '\n' || c == 0)) {
            throw new IllegalArgumentException("the " + what + " of an event must be one line, without NUL");
        }
    }
}
