package io.gosling.accesslog;

import java.net.SocketAddress;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Determines the clients of requests that came through trusted proxies. Called on event loops. */
@FunctionalInterface
public interface LoggedClientResolver {
    @FunctionalInterface
    interface Rule {
        /**
         * Returns the address of the client; null when none is named that can be read.
         *
         * @param headers returns all values of a name, joined by commas; null for none
         */
        @Nullable
        String client(Function<String, @Nullable String> headers);
    }

    /** Returns the rule for a connection; null where the client itself is at its other end. */
    @Nullable
    Rule of(SocketAddress peer);
}
