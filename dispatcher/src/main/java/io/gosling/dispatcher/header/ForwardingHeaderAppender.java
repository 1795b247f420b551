package io.gosling.dispatcher.header;

import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.netty.http1.ForwardingHeaderNames;
import io.gosling.netty.http1.HeaderNameMatcher;
import io.gosling.netty.listen.ClientAddressAttribute;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Adds headers that describe the client to a back-end: {@code Forwarded} (RFC 7239), the older {@code X-Forwarded-*},
 * {@code Via} (RFC 9110, section 7.6.3), and those of {@link TraceHeaders}.
 */
public final class ForwardingHeaderAppender {
    private static final AsciiString FORWARDED = AsciiString.cached("forwarded");
    private static final AsciiString FOR = AsciiString.cached("x-forwarded-for");
    /** The client's scheme; the last value is the front-end's own. */
    public static final AsciiString PROTO = AsciiString.cached("x-forwarded-proto");

    private static final AsciiString HOST = AsciiString.cached("x-forwarded-host");

    /** A client without an address, such as one of a Unix socket (RFC 7239, section 6.2). */
    private static final String UNKNOWN = "unknown";

    private final Supplier<RelaySettings> settings;
    private final String scheme;

    /** Creates the rule, with settings read per request. */
    public ForwardingHeaderAppender(Supplier<RelaySettings> settings, boolean secure) {
        this.settings = settings;
        this.scheme = secure ? "https" : "http";
    }

    /** Adds the headers to a request, with the requested host, if any, and the client's HTTP version. */
    void addTo(HttpHeaders headers, SocketAddress client, @Nullable String host, HttpVersion version) {
        String address = client instanceof InetSocketAddress ? ClientAddressAttribute.text(client) : UNKNOWN;
        RelaySettings now = settings.get();
        boolean replace = !now.get(RelaySettings.FORWARDED).believes(client);
        if (replace) {
            HeaderNameMatcher.remove(headers, ForwardingHeaderNames::include);
        }
        append(headers, FORWARDED, forwarded(address, host));
        append(headers, FOR, address);
        if (replace || !headers.contains(PROTO)) {
            headers.set(PROTO, scheme);
        }
        if (host != null && (replace || !headers.contains(HOST))) {
            headers.set(HOST, host);
        }
        via(headers, version, now.get(RelaySettings.VIA));
        TraceHeaders.addTo(headers, now);
    }

    /** The lines of these headers for a request of HTTP/1.1 that has none of them, as bytes. */
    byte[] lines(SocketAddress client, String host) {
        HttpHeaders added = new DefaultHttpHeaders();
        addTo(added, client, host, HttpVersion.HTTP_1_1);
        StringBuilder lines = new StringBuilder();
        for (Map.Entry<String, String> header : added) {
            lines.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
        }
        return lines.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private String forwarded(String address, @Nullable String host) {
        String node = address.indexOf(':') >= 0 ? "\"[" + address + "]\"" : address;
        return "for=" + node + (host == null ? "" : ";host=" + quoted(host)) + ";proto=" + scheme;
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Adds the front-end, by its pseudonym, to those by which a message of this version came. */
    static void via(HttpHeaders headers, HttpVersion version, String pseudonym) {
        append(headers, HttpHeaderNames.VIA, version.majorVersion() + "." + version.minorVersion() + " " + pseudonym);
    }

    static void append(HttpHeaders headers, AsciiString name, String value) {
        if (headers.contains(name)) {
            headers.set(name, String.join(", ", headers.getAll(name)) + ", " + value);
        } else {
            headers.set(name, value);
        }
    }
}
