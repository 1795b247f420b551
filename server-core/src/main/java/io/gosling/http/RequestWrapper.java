package io.gosling.http;

import java.io.InputStream;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that delegates to another one but for overridden methods: the base class for a filter that passes handlers
 * a different request.
 */
public class RequestWrapper implements Request {
    private final Request request;

    public RequestWrapper(Request request) {
        this.request = request;
    }

    @Override
    public String method() {
        return request.method();
    }

    @Override
    public String rawPath() {
        return request.rawPath();
    }

    @Override
    public String rawQuery() {
        return request.rawQuery();
    }

    @Override
    public Headers headers() {
        return request.headers();
    }

    @Override
    public boolean isSecure() {
        return request.isSecure();
    }

    @Override
    public @Nullable X509Certificate clientCertificate() {
        return request.clientCertificate();
    }

    @Override
    public SocketAddress remoteAddress() {
        return request.remoteAddress();
    }

    @Override
    public SocketAddress localAddress() {
        return request.localAddress();
    }

    @Override
    public String protocol() {
        return request.protocol();
    }

    @Override
    public InputStream body() {
        return request.body();
    }

    @Override
    public boolean hasBody() {
        return request.hasBody();
    }

    @Override
    public Headers trailers() {
        return request.trailers();
    }

    @Override
    public Map<String, Object> attributes() {
        return request.attributes();
    }

    @Override
    public Map<String, String> pathParameters() {
        return request.pathParameters();
    }

    @Override
    public void whenDraining(Runnable action) {
        request.whenDraining(action);
    }

    @Override
    public void sendInterim(int status, Headers fields) {
        request.sendInterim(status, fields);
    }

    @Override
    public void whenDone(Runnable action) {
        request.whenDone(action);
    }
}
