package io.gosling.testing;

import io.gosling.document.DocumentPath;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Answers what a {@link WireCase} asks for, and remembers every path that it was asked for. Safe for many threads. */
public final class WireCaseHandler implements Handler {
    private final List<String> paths = new CopyOnWriteArrayList<>();

    @Override
    public Response handle(Request request) throws IOException {
        String path = request.rawPath();
        paths.add(path);
        if (!path.equals("/unread")) {
            request.body().readAllBytes();
        }
        return isPossible(path) ? new Response(200, Headers.of("Path", path), null) : ErrorPageBuilder.of(400);
    }

    /** Begins anew. */
    void forget() {
        paths.clear();
    }

    /** Returns true if it was asked for the path that nobody may get to. */
    boolean sawHidden() {
        return paths.stream().anyMatch(path -> path.contains("hidden"));
    }

    /** The number of requests for a path. */
    long count(String path) {
        return paths.stream().filter(path::equals).count();
    }

    private static boolean isPossible(String path) {
        try {
            return path.equals("*") || !DocumentPath.parse(path).key().isEmpty();
        } catch (IllegalDocumentPathException e) {
            return false;
        }
    }
}
