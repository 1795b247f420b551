package io.gosling.bench.crawl;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An HTTP client of one site over kept-alive HTTP/1.1 connections, as many as there are concurrent requests. Follows no
 * redirects. Safe for use by many threads.
 */
final class CrawlClient implements AutoCloseable {
    static {
        // The client would silently retry when a connection is closed before the response begins.
        System.setProperty("jdk.httpclient.redirects.retrylimit", "1");
    }

    private final HttpClient client;
    private final String origin;
    private final Duration timeout;
    private final AtomicLong asked = new AtomicLong();

    /** @param timeout of one request, from its first byte sent to the last received */
    CrawlClient(URI site, Duration timeout) {
        this.origin = site.getScheme() + "://" + site.getRawAuthority();
        this.timeout = timeout;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    FetchResult get(String target) throws InterruptedException {
        asked.incrementAndGet();
        // Joined as text: resolved, a path that begins with two slashes would name another site.
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(origin + target)).build();
        AtomicBoolean begun = new AtomicBoolean();
        CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(request, head -> {
            begun.set(true);
            return BodySubscribers.ofByteArray();
        });
        try {
            return answered(answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            answer.cancel(true);
            return new FetchResult.Failed(begun.get(), "not whole after " + timeout.toSeconds() + " s");
        } catch (ExecutionException e) {
            return new FetchResult.Failed(begun.get(), String.valueOf(e.getCause()));
        }
    }

    long asked() {
        return asked.get();
    }

    private FetchResult answered(HttpResponse<byte[]> response) {
        return new FetchResult.Answered(
                response.statusCode(),
                field(response, "content-type"),
                field(response, "cache-status"),
                inSite(field(response, "location")),
                response.body());
    }

    /** A server may name itself in a redirect; what is left is an address like those in its pages. */
    private String inSite(String location) {
        return location.startsWith(origin + "/") ? location.substring(origin.length()) : location;
    }

    private static String field(HttpResponse<?> response, String name) {
        return String.join(", ", response.headers().allValues(name));
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
