package io.gosling.origin.cache;

import io.gosling.caching.CacheHeaderSelector;
import io.gosling.document.Body;
import io.gosling.document.BodyWriter;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.netty.client.ClientResponse;
import io.gosling.origin.upstream.Upstream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Passes bytes both ways between a client and an origin that has switched protocols (RFC 9110, section 7.8). The
 * client's direction runs on the exchange's thread, which gives back its slot while the client is silent.
 *
 * @param spoke set when the client has sent something, which allows the origin another pause
 */
record OriginTunnel(Upstream.Answer origin, ClientResponse.Sender sender, Request request, AtomicBoolean spoke)
        implements BodyWriter {
    private static final int PIECE = 4 << 10;

    /** Returns the first protocol of a request's Upgrade that is passed on, in lower case; null if there is none. */
    static @Nullable String asked(Request request, Set<String> passed) {
        Headers headers = request.headers();
        boolean may = request.method().equals("GET")
                && request.protocol().equals("HTTP/1.1")
                && headers.contains("Upgrade")
                && headers.lists("Connection", "upgrade");
        return may
                ? Arrays.stream(String.valueOf(headers.joined("Upgrade")).split(","))
                        .map(protocol -> protocol.strip().toLowerCase(Locale.ROOT))
                        .filter(passed::contains)
                        .findFirst()
                        .orElse(null)
                : null;
    }

    /** Returns the 101 of the origin for the client. */
    static Response of(Upstream.Answer origin, ClientResponse.Sender sender, Request request, String protocol) {
        // The body's writer does not run where the client has left, or has sent something too early.
        request.whenDone(origin::close);
        request.attributes().put(Request.SILENCE, true);
        return new Response(
                origin.status(),
                CacheHeaderSelector.passedOn(origin.headers()).with("Upgrade", protocol),
                new Body.Written(new OriginTunnel(origin, sender, request, new AtomicBoolean())));
    }

    @Override
    public void writeTo(OutputStream out) throws IOException, InterruptedException {
        out.flush();
        Thread back = Thread.ofVirtual().name("gosling-origin-tunnel").start(() -> toClient(out));
        try {
            InputStream in = request.body();
            byte[] piece = new byte[PIECE];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                spoke.set(true);
                sender.send(piece, read);
            }
        } catch (IOException e) {
            // One of both has left.
        } finally {
            origin.close();
            back.join();
        }
    }

    /** Ends the other direction too, by closing what it reads. */
    private void toClient(OutputStream out) {
        try (InputStream in = request.body()) {
            byte[] piece = new byte[PIECE];
            for (int read = next(piece); read >= 0; read = next(piece)) {
                out.write(piece, 0, read);
                out.flush();
            }
        } catch (IOException e) {
            // One of both has left.
        }
    }

    private int next(byte[] piece) throws IOException {
        while (true) {
            try {
                return origin.body().read(piece, 0, PIECE);
            } catch (SocketTimeoutException e) {
                if (!spoke.getAndSet(false)) {
                    throw e;
                }
            }
        }
    }
}
