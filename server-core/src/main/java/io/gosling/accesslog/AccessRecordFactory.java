package io.gosling.accesslog;

import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The other end of one connection: a client, or a trusted proxy that names the client of each request. One loop's. */
public final class AccessRecordFactory {
    private final LoopAccessLog log;
    private final byte[] text;
    private final LoggedClientResolver.@Nullable Rule names;

    /** @param text the address as the log has it */
    public AccessRecordFactory(LoopAccessLog log, SocketAddress address, String text) {
        this.log = log;
        this.text = text.getBytes(StandardCharsets.ISO_8859_1);
        this.names = log.clientNames().of(address);
    }

    /** Returns true if it names clients, so that a record needs the request's headers. */
    public boolean isProxy() {
        return names != null;
    }

    /** Returns a record of a request whose headers are not known: behind a proxy it names no client. */
    public AccessRecord begin() {
        AccessRecord.Part part = names == null ? AccessRecord.Part.REMOTE : AccessRecord.Part.PEER;
        return log.begin().put(part, text, 0, text.length);
    }

    /** Returns a record of a request with these headers: a function from a name to all its values. */
    public AccessRecord begin(Function<String, ? extends List<? extends CharSequence>> headers) {
        return names == null
                ? begin()
                : begin().put(AccessRecord.Part.REMOTE, names.client(name -> joined(headers.apply(name))));
    }

    /**
     * Returns a record of a decoded request.
     *
     * @param first gives the first value of a header, or null
     * @param all gives all values of a header
     */
    public AccessRecord begin(
            String method,
            String target,
            String protocol,
            Function<String, @Nullable String> first,
            Function<String, ? extends List<? extends CharSequence>> all) {
        return begin(all)
                .put(AccessRecord.Part.METHOD, method)
                .put(AccessRecord.Part.TARGET, target)
                .put(AccessRecord.Part.PROTOCOL, protocol)
                .put(AccessRecord.Part.HOST, first.apply("Host"))
                .put(AccessRecord.Part.REFERER, first.apply("Referer"))
                .put(AccessRecord.Part.AGENT, first.apply("User-Agent"))
                .put(AccessRecord.Part.REQUEST_ID, first.apply("X-Request-Id"));
    }

    private static @Nullable String joined(List<? extends CharSequence> values) {
        return values.isEmpty() ? null : String.join(", ", values);
    }
}
