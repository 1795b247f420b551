package io.gosling.testing;

import io.gosling.document.Body;
import io.gosling.document.Provenance;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.netty.buffer.ByteBufInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request without a connection, and its response, with its body read to the end and closed. One thread. */
public final class FakeExchange implements Request {
    private final String method;
    private final String path;
    private final String query;
    private final Headers headers;
    private final InputStream body;
    private final Deque<Runnable> actions = new ArrayDeque<>();
    private final Map<String, Object> attributes = new HashMap<>();
    private @Nullable Response response;
    private byte[] responseBody = new byte[0];

    private FakeExchange(String method, String target, Headers headers, byte[] requestBody) {
        int question = target.indexOf('?');
        this.method = method;
        this.path = question < 0 ? target : target.substring(0, question);
        this.query = question < 0 ? "" : target.substring(question + 1);
        this.headers = headers;
        this.body = new ByteArrayInputStream(requestBody);
    }

    public static FakeExchange get(String target, String... headers) {
        return of("GET", target, headers);
    }

    public static FakeExchange of(String method, String target, String... headers) {
        return new FakeExchange(method, target, Headers.of(headers), new byte[0]);
    }

    public static FakeExchange post(String target, String body, String... headers) {
        return new FakeExchange("POST", target, Headers.of(headers), body.getBytes(StandardCharsets.UTF_8));
    }

    public static FakeExchange post(String target, byte[] body, String... headers) {
        return new FakeExchange("POST", target, Headers.of(headers), body);
    }

    /** The response that was sent. */
    public Response response() {
        if (response == null) {
            throw new AssertionError("nothing was answered to " + method + " " + path);
        }
        return response;
    }

    public int status() {
        return response().status();
    }

    public @Nullable String header(String name) {
        return response().headers().first(name);
    }

    /** The body that was sent; a HEAD's too. */
    public byte[] responseBody() {
        return responseBody.clone();
    }

    public String responseText() {
        return new String(responseBody, StandardCharsets.UTF_8);
    }

    public @Nullable Provenance provenance() {
        return response().provenance();
    }

    @Override
    public String method() {
        return method;
    }

    @Override
    public String rawPath() {
        return path;
    }

    @Override
    public String rawQuery() {
        return query;
    }

    @Override
    public Headers headers() {
        return headers;
    }

    @Override
    public SocketAddress remoteAddress() {
        return new InetSocketAddress("127.0.0.1", 1);
    }

    @Override
    public SocketAddress localAddress() {
        return new InetSocketAddress("127.0.0.1", 8080);
    }

    @Override
    public String protocol() {
        return "HTTP/1.1";
    }

    @Override
    public boolean isSecure() {
        return false;
    }

    @Override
    public InputStream body() {
        return body;
    }

    @Override
    public Map<String, Object> attributes() {
        return attributes;
    }

    @Override
    public Headers trailers() {
        return Headers.empty();
    }

    @Override
    public void whenDone(Runnable action) {
        actions.addFirst(action);
    }

    /** Has the handler answer and everything done that follows an answer. */
    public FakeExchange answeredBy(Handler handler) throws Exception {
        Response answer = handler.handle(this);
        response = answer;
        Body body = answer.body();
        if (body != null) {
            try (body) {
                responseBody = read(body);
            }
        }
        actions.forEach(Runnable::run);
        return this;
    }

    private static byte[] read(Body body) throws Exception {
        return switch (body) {
            case Body.InMemory memory -> new ByteBufInputStream(memory.bytes().duplicate()).readAllBytes();
            case Body.InFile file -> {
                ByteBuffer bytes = ByteBuffer.allocate((int) file.length());
                long at = file.position();
                while (bytes.hasRemaining()) {
                    at += file.channel().read(bytes, at);
                }
                yield bytes.array();
            }
            case Body.Streamed stream -> stream.in().readAllBytes();
            case Body.Written written -> {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                written.writer().writeTo(bytes);
                yield bytes.toByteArray();
            }
        };
    }
}
