package io.gosling.testing;

import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The first request of a {@link WireCase} as a stream of HTTP/2, header by header and with the bytes behind the header
 * as its body: whatever it is, it must not become two requests behind a front-end, nor change the next one.
 *
 * @param fields names and values in turn, pseudo-headers first; each character one byte
 */
public record StreamedWireCase(String name, List<String> fields, String body) {
    private static final int FRAME = 16_000;

    /** Every row as a stream, and those in which a whole request hides in a part of the header. */
    public static List<StreamedWireCase> all() {
        List<StreamedWireCase> cases = new ArrayList<>();
        for (WireCase row : WireCase.all()) {
            cases.add(of(row));
        }
        for (String end : List.of("\r\n", "\n", "\r", "\0")) {
            String hidden = " HTTP/1.1" + end + "Host: h" + end + end + "GET /hidden HTTP/1.1" + end + "X: y";
            for (int at = 0; at < 6; at++) {
                List<String> fields = new ArrayList<>(
                        List.of(":method", "GET", ":path", "/a", ":scheme", "http", ":authority", "h", "a", "b"));
                int place = at == 5 ? 8 : 2 * at + 1; // each value, and a name
                fields.set(place, fields.get(place) + hidden);
                cases.add(
                        new StreamedWireCase("a request in " + fields.get(place).strip(), fields, ""));
            }
        }
        return cases;
    }

    private static StreamedWireCase of(WireCase row) {
        int end = row.bytes().indexOf("\r\n\r\n");
        String header = end < 0 ? row.bytes() : row.bytes().substring(0, end);
        String[] lines = header.split("\r\n", -1);
        int first = lines[0].isEmpty() && lines.length > 1 ? 1 : 0;
        String line = lines[first];
        int space = Math.max(0, line.indexOf(' '));
        int version = line.lastIndexOf(" HTTP/");
        List<String> fields = new ArrayList<>(List.of(":method", line.substring(0, space), ":scheme", "http"));
        fields.addAll(List.of(":path", version > space ? line.substring(space + 1, version) : line));
        fields.addAll(List.of(":authority", "h"));
        for (int at = first + 1; at < lines.length; at++) {
            int colon = lines[at].indexOf(':');
            String name = colon < 0 ? lines[at] : lines[at].substring(0, colon);
            if (!name.equalsIgnoreCase("host")) {
                fields.add(name.toLowerCase(Locale.ROOT));
                fields.add(colon < 0 ? "" : lines[at].substring(colon + 1).strip());
            }
        }
        return new StreamedWireCase(
                row.toString(), fields, end < 0 ? "" : row.bytes().substring(end + 4));
    }

    /**
     * Sends it, and a request for another path behind it, to a front-end before this handler.
     *
     * @return true if it was answered with 200
     */
    public boolean play(InetSocketAddress frontEnd, WireCaseHandler handler) {
        handler.forget();
        boolean taken = false;
        boolean open;
        try (FrameClient client = FrameClient.open(frontEnd)) {
            boolean sent = send(client);
            FrameClient.Frame answer = sent ? answer(client, 1) : null;
            taken = answer != null && answer.type() == FrameClient.HEADERS && answer.status() == 200;
            open = sent && answer != null && servesNext(client);
        }
        if (!open) {
            try (FrameClient other = FrameClient.open(frontEnd)) {
                require(isServed(other.get(1, "/next"), 1), "the next request is answered");
            }
        }
        require(!handler.sawHidden(), "no request for the hidden path");
        require(handler.count("/next") == 1, "one request for the next path, and not " + handler.count("/next"));
        return taken;
    }

    /** The server may close the connection while this is sent. */
    private boolean servesNext(FrameClient client) {
        try {
            return isServed(client.get(3, "/next"), 3);
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    private boolean send(FrameClient client) {
        byte[] header = header();
        byte[] content = body.getBytes(StandardCharsets.ISO_8859_1);
        try {
            int flags = content.length == 0 ? FrameClient.END_STREAM : 0;
            int first = Math.min(FRAME, header.length);
            boolean whole = first == header.length;
            client.send(FrameClient.HEADERS, flags | (whole ? FrameClient.END_HEADERS : 0), 1, part(header, 0, first));
            for (int at = first; at < header.length; at += FRAME) {
                int to = Math.min(header.length, at + FRAME);
                int last = to == header.length ? FrameClient.END_HEADERS : 0;
                client.send(FrameClient.CONTINUATION, last, 1, part(header, at, to));
            }
            for (int at = 0; at < content.length; at += FRAME) {
                int to = Math.min(content.length, at + FRAME);
                client.send(
                        FrameClient.DATA, to == content.length ? FrameClient.END_STREAM : 0, 1, part(content, at, to));
            }
            return true;
        } catch (UncheckedIOException e) {
            return false; // the server has had enough
        }
    }

    private static byte[] part(byte[] all, int from, int to) {
        return Arrays.copyOfRange(all, from, to);
    }

    private byte[] header() {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int at = 0; at < fields.size(); at += 2) {
            block.write(0); // literal, never indexed here
            text(block, fields.get(at));
            text(block, fields.get(at + 1));
        }
        return block.toByteArray();
    }

    /** A string of HPACK (RFC 7541, sections 5.1 and 5.2), not compressed. */
    private static void text(ByteArrayOutputStream to, String text) {
        int left = text.length();
        if (left < 127) {
            to.write(left);
        } else {
            to.write(127);
            for (left -= 127; left >= 128; left /= 128) {
                to.write(left % 128 + 128);
            }
            to.write(left);
        }
        to.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The final response's header or reset of a stream; null at the end of the connection. */
    private static FrameClient.@Nullable Frame answer(FrameClient client, int stream) {
        FrameClient.Frame header = null;
        while (true) {
            FrameClient.Frame frame = client.read();
            if (frame == null || frame.type() == FrameClient.GOAWAY) {
                return null;
            }
            if (frame.stream() == stream && frame.type() == FrameClient.DATA) {
                return header;
            }
            if (frame.stream() == stream && frame.type() == FrameClient.RST_STREAM) {
                return frame;
            }
            if (frame.stream() == stream && frame.type() == FrameClient.HEADERS) {
                header = frame;
                if (frame.ends() || frame.status() == 200) {
                    return frame;
                }
            }
        }
    }

    private static boolean isServed(FrameClient client, int stream) {
        FrameClient.Frame answer = answer(client, stream);
        return answer != null && answer.type() == FrameClient.HEADERS && answer.status() == 200;
    }

    private void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(name + " over HTTP/2: expected " + what);
        }
    }

    @Override
    public String toString() {
        return name.replaceAll("[^ -~]", ".");
    }
}
