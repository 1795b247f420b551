package io.gosling.netty.fastpath;

import io.gosling.accesslog.AccessRecord;
import io.gosling.accesslog.AccessRecord.Part;
import io.gosling.netty.http1.RequestDecoder;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.limits.HttpLimits;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads the most usual request without allocating an object: a GET or HEAD of HTTP/1.1 whose header has arrived
 * completely and holds nothing that changes the response.
 *
 * <p>Every request that it accepts, {@link RequestDecoder} and {@link RequestValidator} accept too and understand in
 * the same way; a malformed, unusual or merely long request is left to them, untouched. So refusals come from one
 * place, and a doubt costs time and never a difference.
 *
 * <p>Belongs to one event loop; the read values are valid until the next request is read.
 */
public class PlainRequestParser implements PlainRequestHead {
    /** Bytes of the longest header that is read here; for longer ones, decoding is not the main cost. */
    static final int MOST_BYTES = 2 << 10;

    private static final byte[] GET = ascii("GET /");
    private static final byte[] HEAD = ascii("HEAD /");
    private static final byte[] VERSION = ascii(" HTTP/1.1\r\n");
    private static final byte[] HOST = ascii("host");
    private static final byte[] CONNECTION = ascii("connection");
    private static final byte[] KEEP_ALIVE = ascii("keep-alive");
    private static final byte[] CLOSE = ascii("close");
    private static final byte[] REFERER = ascii("referer");
    private static final byte[] AGENT = ascii("user-agent");
    private static final byte[] REQUEST_ID = ascii("x-request-id");
    private static final byte[] CODINGS = ascii("accept-encoding");
    private static final byte[] SCHEME = ascii("x-forwarded-proto");
    private static final byte[] HTTPS = ascii("https");

    private final byte[] bytes = new byte[MOST_BYTES];
    private int mostLine;
    private int mostFields;
    private int end;
    private int at;
    private boolean head;
    private boolean last;
    private int path;
    private int pathEnd;
    private int targetEnd;
    private int host;
    private int hostEnd;
    private int authorityEnd;
    private int connection;
    private int connectionEnd;
    private int codings;
    private int codingsEnd;
    private boolean scheme;
    private boolean https;

    /** @param limits a request beyond them is left to the decoder, which refuses it */
    public PlainRequestParser(HttpLimits limits) {
        within(limits);
    }

    /** Returns true if a request with a header of this name is left to the decoder: one that frames it, at least. */
    protected boolean isLeft(byte[] bytes, int name, int length) {
        return PlainSyntax.isLeft(bytes, name, length);
    }

    public final void within(HttpLimits limits) {
        this.mostLine = limits.get(HttpLimits.HEADER) < MOST_BYTES ? 0 : limits.get(HttpLimits.REQUEST_LINE);
        this.mostFields = limits.get(HttpLimits.HEADER_COUNT);
    }

    /** Returns true if the bytes at the reader's position are a plain request; the reader stays where it is. */
    public boolean read(ByteBuf in) {
        end = Math.min(in.readableBytes(), MOST_BYTES);
        in.getBytes(in.readerIndex(), bytes, 0, end);
        at = 0;
        return readLine() && readFields();
    }

    /** Returns the bytes of the request, its empty line among them. */
    public int length() {
        return at;
    }

    public byte[] copy() {
        return Arrays.copyOf(bytes, at);
    }

    /** Decodes a {@linkplain #copy copied} plain request, as {@link RequestDecoder} would. */
    public static HttpRequest decode(byte[] copy) {
        String[] lines = new String(copy, StandardCharsets.ISO_8859_1).split("\r\n", -1);
        String[] first = lines[0].split(" ", -1);
        var request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf(first[0]), first[1]);
        for (int i = 1; !lines[i].isEmpty(); i++) {
            int colon = lines[i].indexOf(':');
            request.headers()
                    .add(
                            lines[i].substring(0, colon),
                            lines[i].substring(colon + 1).strip());
        }
        return request;
    }

    /**
     * Returns the request for the next server: without {@code Connection}, and with lines added behind its own; null if
     * it has several {@code Connection}.
     */
    public @Nullable PlainRequest forwarded(byte[] added) {
        int end = at - 2;
        int from = connection == 0 ? end : connection;
        int to = connection == 0 ? end : connectionEnd;
        if (from > to) {
            return null;
        }
        byte[] header = new byte[from + at - to + added.length];
        System.arraycopy(bytes, 0, header, 0, from);
        System.arraycopy(bytes, to, header, from, end - to);
        System.arraycopy(added, 0, header, from + end - to, added.length);
        header[header.length - 2] = '\r';
        header[header.length - 1] = '\n';
        String target = new String(bytes, path, targetEnd - path, StandardCharsets.US_ASCII);
        return new PlainRequest(head ? HttpMethod.HEAD : HttpMethod.GET, target, header);
    }

    /** Returns true if the request is for this host and port, as Host has them. */
    public boolean isFor(byte[] authority) {
        return Arrays.equals(bytes, host, authorityEnd, authority, 0, authority.length);
    }

    /** Returns the host and port as Host has them. */
    public byte[] authority() {
        return Arrays.copyOfRange(bytes, host, authorityEnd);
    }

    public boolean isHead() {
        return head;
    }

    public boolean isLast() {
        return last;
    }

    @Override
    public boolean isForwardedHttps() {
        return https;
    }

    @Override
    public String path(String before, StringCache known) {
        return known.get(before, bytes, path, pathEnd);
    }

    @Override
    public String target(String before, StringCache known) {
        return known.get(before, bytes, path, targetEnd);
    }

    @Override
    public @Nullable String host(StringCache known) {
        return PlainSyntax.isLowerCase(bytes, host, hostEnd) ? known.get("", bytes, host, hostEnd) : null;
    }

    @Override
    public @Nullable String codings(StringCache known) {
        return codingsEnd == 0 ? null : known.get("", bytes, codings, codingsEnd);
    }

    /** Adds the request to a log record: a second pass over the bytes, which is made for a log only. */
    public void describe(AccessRecord to) {
        int lineEnd = indexOf((byte) '\r', path);
        to.put(Part.METHOD, bytes, 0, path - 1);
        to.put(Part.TARGET, bytes, path, lineEnd - VERSION.length + 2);
        to.put(Part.PROTOCOL, bytes, lineEnd - VERSION.length + 3, lineEnd);
        int name = lineEnd + 2;
        while (bytes[name] != '\r') {
            int colon = indexOf((byte) ':', name);
            int valueEnd = indexOf((byte) '\r', colon);
            Part part = part(name, colon - name);
            if (part != null) {
                putTrimmed(to, part, colon + 1, valueEnd);
            }
            name = valueEnd + 2;
        }
    }

    /** Returns all values of a header; also of a request kept for its log line only. Scans the bytes each time. */
    public List<String> values(String header) {
        byte[] wanted = ascii(header.toLowerCase(Locale.ROOT));
        List<String> values = new ArrayList<>(1);
        int name = indexOf((byte) '\r', path) + 2;
        while (bytes[name] != '\r') {
            int colon = indexOf((byte) ':', name);
            int valueEnd = indexOf((byte) '\r', colon);
            if (is(wanted, name, colon - name)) {
                values.add(new String(bytes, colon + 1, valueEnd - colon - 1, StandardCharsets.ISO_8859_1).strip());
            }
            name = valueEnd + 2;
        }
        return values;
    }

    private @Nullable Part part(int name, int length) {
        if (is(HOST, name, length)) {
            return Part.HOST;
        }
        if (is(REFERER, name, length)) {
            return Part.REFERER;
        }
        if (is(AGENT, name, length)) {
            return Part.AGENT;
        }
        return is(REQUEST_ID, name, length) ? Part.REQUEST_ID : null;
    }

    private void putTrimmed(AccessRecord to, Part part, int from, int end) {
        int start = from;
        int stop = end;
        while (start < stop && bytes[start] <= ' ') {
            start++;
        }
        while (start < stop && bytes[stop - 1] <= ' ') {
            stop--;
        }
        to.put(part, bytes, start, stop);
    }

    private int indexOf(byte wanted, int from) {
        int i = from;
        while (bytes[i] != wanted) {
            i++;
        }
        return i;
    }

    private boolean readLine() {
        head = startsWith(HEAD, 0);
        if (!head && !startsWith(GET, 0)) {
            return false;
        }
        path = (head ? HEAD : GET).length - 1;
        pathEnd = 0;
        at = path;
        while (at < end && is(PlainSyntax.TARGET, bytes[at])) {
            if (bytes[at] == '?' && pathEnd == 0) {
                pathEnd = at;
            }
            at++;
        }
        targetEnd = at;
        if (pathEnd == 0) {
            pathEnd = at;
        }
        if (!startsWith(VERSION, at) || at + VERSION.length > mostLine) {
            return false;
        }
        at += VERSION.length;
        return true;
    }

    private boolean readFields() {
        boolean host = false;
        connection = 0;
        codingsEnd = 0;
        last = false;
        scheme = false;
        https = false;
        for (int fields = 0; fields <= mostFields; fields++) {
            if (startsWithLineEnd()) {
                return host;
            }
            int name = at;
            while (at < end && is(PlainSyntax.NAME, bytes[at])) {
                at++;
            }
            int length = at - name;
            if (length == 0 || at == end || bytes[at] != ':' || isLeft(bytes, name, length)) {
                return false;
            }
            at++;
            int value = at;
            while (at < end && is(PlainSyntax.VALUE, bytes[at])) {
                at++;
            }
            int valueEnd = at;
            if (!startsWithLineEnd()) {
                return false;
            }
            if (is(HOST, name, length)) {
                if (host || !isHost(value, valueEnd)) {
                    return false;
                }
                host = true;
            } else if (is(CODINGS, name, length)) {
                if (codingsEnd > 0) {
                    return false;
                }
                codings = value;
                codingsEnd = valueEnd;
            } else if (is(SCHEME, name, length)) {
                readScheme(value, valueEnd);
            } else if (is(CONNECTION, name, length)) {
                if (!readConnection(value, valueEnd)) {
                    return false;
                }
                connectionEnd = connection == 0 ? at : 0;
                connection = name;
            }
        }
        return false;
    }

    private boolean startsWithLineEnd() {
        if (at + 1 < end && bytes[at] == '\r' && bytes[at + 1] == '\n') {
            at += 2;
            return true;
        }
        return false;
    }

    private boolean isHost(int from, int to) {
        int start = from < to && bytes[from] == ' ' ? from + 1 : from;
        host = start;
        authorityEnd = to;
        hostEnd = PlainSyntax.hostNameEnd(bytes, start, to);
        return hostEnd > start;
    }

    private void readScheme(int from, int to) {
        int start = from < to && bytes[from] == ' ' ? from + 1 : from;
        https |= !scheme && is(HTTPS, start, to - start);
        scheme = true;
    }

    private boolean readConnection(int from, int to) {
        int start = from < to && bytes[from] == ' ' ? from + 1 : from;
        boolean closes = is(CLOSE, start, to - start);
        last |= closes;
        return closes || is(KEEP_ALIVE, start, to - start);
    }

    private boolean startsWith(byte[] expected, int from) {
        return from + expected.length <= end
                && Arrays.equals(bytes, from, from + expected.length, expected, 0, expected.length);
    }

    private boolean is(byte[] lower, int from, int length) {
        return PlainSyntax.is(lower, bytes, from, length);
    }

    private static boolean is(byte kind, byte b) {
        return PlainSyntax.is(kind, b);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
