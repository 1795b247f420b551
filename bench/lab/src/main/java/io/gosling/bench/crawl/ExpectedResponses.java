package io.gosling.bench.crawl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The expected responses of a server of a directory, worked out from the directory alone. This is an independent
 * implementation, so that a mistake of the server is not made twice. Safe for use by many threads.
 */
record ExpectedResponses(Path root) {
    private static final String INDEX = "index.html";

    static ExpectedResponses under(Path directory) {
        try {
            return new ExpectedResponses(directory.toRealPath());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The expected response for a path. */
    sealed interface Due {
        record Bytes(Path file) implements Due {}

        /** A redirect to the same path with a slash at its end. */
        record Slash() implements Due {}

        /** No document: 404, or 403 where something is there that may not be read. */
        record Nothing() implements Due {}
    }

    /** The expected response for a percent-encoded path that begins with a slash; a query must have been cut off. */
    Due due(String path) {
        try {
            String decoded = URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
            Path named = root.resolve(decoded.substring(1)).normalize();
            if (!inside(named)) {
                return new Due.Nothing();
            }
            if (Files.isDirectory(named)) {
                return path.endsWith("/") ? file(named.resolve(INDEX)) : new Due.Slash();
            }
            return path.endsWith("/") ? new Due.Nothing() : file(named);
        } catch (IllegalArgumentException notAName) {
            return new Due.Nothing();
        }
    }

    private Due file(Path file) {
        return Files.isRegularFile(file) && Files.isReadable(file) && inside(file)
                ? new Due.Bytes(file)
                : new Due.Nothing();
    }

    /** Returns whether a file is inside the site; a symbolic link that leaves it counts as missing. */
    private boolean inside(Path path) {
        try {
            return path.startsWith(root)
                    && (!Files.exists(path) || path.toRealPath().startsWith(root));
        } catch (IOException e) {
            return false;
        }
    }
}
