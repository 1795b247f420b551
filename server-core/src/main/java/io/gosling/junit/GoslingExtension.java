package io.gosling.junit;

import io.gosling.Gosling;
import io.gosling.http.Handler;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A server for a test class, or for each of its tests:
 *
 * {@snippet :
 * @RegisterExtension
 * static final GoslingExtension server = GoslingExtension.serving(routes);
 *
 * @Test
 * void greets() throws Exception {
 *     assertEquals("hello", server.get("/hello").body());
 * }
 * }
 *
 * <p>A static field's server runs from before all tests to after all, an instance field's for one test. It listens on a
 * free port of the loopback address. For one thread while it starts and stops, and for many between.
 */
// JUnit is required by users of this package only.
@SuppressWarnings("exports")
public final class GoslingExtension
        implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {
    private final Starting starting;
    private volatile @Nullable Running running;
    private boolean forAll;

    private interface Starting {
        Gosling start() throws IOException;
    }

    private record Running(Gosling server, HttpClient client) {}

    private GoslingExtension(Starting starting) {
        this.starting = starting;
    }

    /** Serves what a handler answers. */
    public static GoslingExtension serving(Handler handler) {
        return new GoslingExtension(() -> Gosling.serve(handler));
    }

    /** Serves a directory. */
    public static GoslingExtension serving(Path directory) {
        return new GoslingExtension(() -> Gosling.serve(directory));
    }

    /** Serves with settings. */
    public static GoslingExtension serving(Gosling.Builder settings, Handler handler) {
        return new GoslingExtension(() -> settings.serve(handler));
    }

    /**
     * The running server.
     *
     * @throws IllegalStateException outside of tests
     */
    public Gosling server() {
        return running().server();
    }

    /** The URL of a path on the running server. */
    public URI url(String path) {
        return server().url(path);
    }

    /** A client for requests other than those of {@link #send}; follows no redirections. */
    public HttpClient client() {
        return running().client();
    }

    /** Sends a GET; see {@link #send}. */
    public HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return send("GET", path, "", headers);
    }

    /** Sends a POST; see {@link #send}. */
    public HttpResponse<String> post(String path, String body, String... headers)
            throws IOException, InterruptedException {
        return send("POST", path, body, headers);
    }

    /** Sends a PUT; see {@link #send}. */
    public HttpResponse<String> put(String path, String body, String... headers)
            throws IOException, InterruptedException {
        return send("PUT", path, body, headers);
    }

    /** Sends a DELETE; see {@link #send}. */
    public HttpResponse<String> delete(String path, String... headers) throws IOException, InterruptedException {
        return send("DELETE", path, "", headers);
    }

    /**
     * Sends a request and returns its response, with the body as text.
     *
     * @param body sent as UTF-8; an empty one is not sent
     * @param headers names and values by turns
     */
    public HttpResponse<String> send(String method, String path, String body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.BodyPublisher bytes = body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
        HttpRequest.Builder request = HttpRequest.newBuilder(url(path)).method(method, bytes);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        forAll = true;
        start();
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        if (!forAll) {
            start();
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (!forAll) {
            stop();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        stop();
        forAll = false;
    }

    private void start() throws IOException {
        running = new Running(starting.start(), HttpClient.newHttpClient());
    }

    private void stop() {
        Running stopping = running;
        running = null;
        if (stopping != null) {
            stopping.client().shutdownNow();
            stopping.server().close();
        }
    }

    private Running running() {
        Running now = running;
        if (now == null) {
            throw new IllegalStateException("the server runs during tests only; is the field annotated with"
                    + " @RegisterExtension, and static if it is used before each test?");
        }
        return now;
    }
}
