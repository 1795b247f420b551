package io.gosling.testing;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.HttpConversionUtil;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Requests to {@code /first}, one for each header that the HTTP library has a name for and may do something about, and
 * for some that mean something together. None of them has a body, however it is framed.
 */
public final class KnownHeaders {
    private static final Map<String, String> VALUES = Map.of(
            "connection", "keep-alive",
            "content-length", "0",
            "expect", "100-continue",
            "http2-settings", "AAMAAABk",
            "max-forwards", "1",
            "range", "bytes=0-0",
            "te", "trailers",
            "transfer-encoding", "chunked",
            "upgrade", "websocket");

    private static final List<String> TOGETHER = List.of(
            "Sec-WebSocket-Key1: a\r\nSec-WebSocket-Key2: b\r\n",
            "sec-websocket-key1: a\r\nSEC-WEBSOCKET-KEY2: b\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n",
            "Sec-WebSocket-Origin: a\r\nSec-WebSocket-Location: b\r\n",
            "Sec-WebSocket-Key1: a\r\nSec-WebSocket-Key2: b\r\nContent-Length: 0\r\n",
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: a\r\n",
            "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n");

    private KnownHeaders() {}

    /** A request for each: the source of a parameterized test. */
    public static Stream<String> requests() {
        TreeSet<String> names = new TreeSet<>();
        Arrays.stream(HttpHeaderNames.class.getFields()).forEach(field -> names.add(name(field)));
        Arrays.stream(HttpConversionUtil.ExtensionHeaderNames.values())
                .forEach(name -> names.add(name.text().toString()));
        names.add(Http2CodecUtil.HTTP_UPGRADE_SETTINGS_HEADER.toString().toLowerCase(Locale.ROOT));
        names.remove("host"); // which each of them has
        return Stream.concat(names.stream().map(KnownHeaders::line), TOGETHER.stream())
                .map(KnownHeaders::request);
    }

    private static String name(Field constant) {
        try {
            return Modifier.isStatic(constant.getModifiers())
                    ? constant.get(null).toString().toLowerCase(Locale.ROOT)
                    : "";
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static String line(String name) {
        return name + ": " + VALUES.getOrDefault(name, "a") + "\r\n";
    }

    private static String request(String lines) {
        String end = lines.startsWith("transfer-encoding") ? "0\r\n\r\n" : "";
        return "GET /first HTTP/1.1\r\nHost: h\r\n" + lines + "\r\n" + end;
    }
}
