package io.gosling.http.routing;

import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.HostNameNormalizer;
import io.gosling.http.Request;
import io.gosling.http.Response;

/**
 * Redirects every request permanently to the same path and query over HTTPS, with its method (308). A client that names
 * no host, as in HTTP/1.0, cannot be redirected and is answered 400.
 *
 * @param port the secure one; 443 is left out of the address
 */
public record HttpsRedirect(int port) implements Handler {
    @Override
    public Response handle(Request request) {
        String host = request.headers().first("Host");
        if (host == null || host.isEmpty()) {
            return ErrorPageBuilder.of(400);
        }
        String path = request.rawPath().startsWith("/") ? request.rawPath() : "/";
        String query = request.rawQuery().isEmpty() ? "" : "?" + request.rawQuery();
        return ErrorPageBuilder.of(308, Headers.of("Location", "https://" + withPort(host) + path + query));
    }

    private String withPort(String host) {
        String name = host.substring(0, HostNameNormalizer.end(host));
        return port == 443 ? name : name + ":" + port;
    }
}
