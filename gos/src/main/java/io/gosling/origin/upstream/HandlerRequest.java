package io.gosling.origin.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.netty.client.HttpClient;
import java.io.InputStream;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * A request as a handler below the cache sees it. It is over when its response has been consumed or given up, which may
 * be before or after the client's own request: others may wait for the same response. Its end may come on any thread.
 */
final class HandlerRequest implements Request {
    private static final System.Logger LOG = System.getLogger(HandlerRequest.class.getName());

    private final Upstream.Message message;
    private final HandlerRequestContext caller;
    private final String path;
    private final String query;

    @GuardedBy("actions")
    private final Deque<Runnable> actions = new ArrayDeque<>();

    @GuardedBy("actions")
    private boolean over;

    private volatile boolean answered;

    HandlerRequest(Upstream.Message message, HandlerRequestContext caller) {
        String target = message.target();
        int question = target.indexOf('?');
        this.message = message;
        this.caller = caller;
        this.path = question < 0 ? target : target.substring(0, question);
        this.query = question < 0 ? "" : target.substring(question + 1);
    }

    @Override
    public String method() {
        return message.method();
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
        return message.headers();
    }

    @Override
    public SocketAddress remoteAddress() {
        return caller.remoteAddress();
    }

    @Override
    public SocketAddress localAddress() {
        return caller.localAddress();
    }

    @Override
    public String protocol() {
        return caller.protocol();
    }

    @Override
    public boolean isSecure() {
        return caller.secure();
    }

    /** Empty: requests with a body bypass the cache. */
    @Override
    public InputStream body() {
        return InputStream.nullInputStream();
    }

    @Override
    public Map<String, Object> attributes() {
        return caller.attributes();
    }

    @Override
    public Map<String, String> pathParameters() {
        return caller.pathParameters();
    }

    @Override
    public Headers trailers() {
        return Headers.empty();
    }

    @Override
    public void sendInterim(int status, Headers fields) {
        HttpClient.Interim to = message.interim();
        if (to != null && !answered) {
            to.came(status, fields);
        }
    }

    /** The handler has returned: what it does from now on, on whatever thread, is no part of the request. */
    void answered() {
        answered = true;
    }

    @Override
    public void whenDraining(Runnable action) {
        caller.draining().accept(action);
    }

    @Override
    public void whenDone(Runnable action) {
        synchronized (actions) {
            if (!over) {
                actions.add(action);
                return;
            }
        }
        action.run();
    }

    /** The response was consumed, or given up: runs the registered actions, once. */
    void done() {
        Deque<Runnable> due;
        synchronized (actions) {
            over = true;
            due = new ArrayDeque<>(actions);
            actions.clear();
        }
        while (!due.isEmpty()) {
            try {
                due.removeLast().run();
            } catch (RuntimeException e) {
                LOG.log(System.Logger.Level.ERROR, "what was to be done after GET " + path + " failed", e);
            }
        }
    }
}
