package io.gosling;

import io.gosling.http.Handler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/**
 * A web server in a few lines:
 *
 * {@snippet :
 * try (Gosling server = Gosling.serve(Path.of("site")).port(8080).handler("/api", api).start()) {
 *     System.out.println(server.address());
 * }
 * }
 */
public final class Gosling implements AutoCloseable {
    private Gosling() {}

    /** Will serve a directory on a free port of the loopback address. */
    public static Builder serve(Path directory) {
        return new Builder(directory);
    }

    /** Settings of a server that has not started. */
    public static final class Builder {
        private final Path directory;

        private Builder(Path directory) {
            this.directory = directory;
        }

        public Builder host(String host) {
            return this;
        }

        /** The TCP port; 0 picks a free one. */
        public Builder port(int port) {
            return this;
        }

        /** Sends {@code prefix} and everything below it to a handler. */
        public Builder handler(String prefix, Handler handler) {
            return this;
        }

        /** Binds and serves. */
        public Gosling start() throws IOException {
            throw new UnsupportedOperationException(directory.toString());
        }
    }

    public InetSocketAddress address() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
