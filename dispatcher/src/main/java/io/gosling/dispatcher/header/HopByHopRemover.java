package io.gosling.dispatcher.header;

import io.gosling.http.HopByHopHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The hop-by-hop headers, which concern one connection and are not forwarded (RFC 9110, section 7.6.1). */
public final class HopByHopRemover {
    /** Removed headers: Proxy-Authorization is for the front-end alone; responses pass unchanged. */
    private static final List<AsciiString> FIELDS =
            HopByHopHeaders.with(HopByHopHeaders.NOT_FORWARDED, "proxy-authorization", "http2-settings").stream()
                    .map(AsciiString::cached)
                    .toList();

    /** Headers that {@code Connection} cannot remove. */
    private static final Set<String> KEPT = Set.of("host", "content-length");

    private HopByHopRemover() {}

    /** Removes them, those that {@code Connection} names included. */
    public static void strip(HttpHeaders headers) {
        if (headers.contains(HttpHeaderNames.CONNECTION)) {
            for (String options : headers.getAll(HttpHeaderNames.CONNECTION)) {
                for (String written : options.split(",", -1)) {
                    String option = written.strip();
                    if (!option.isEmpty() && !KEPT.contains(option.toLowerCase(Locale.ROOT))) {
                        headers.remove(option);
                    }
                }
            }
        }
        FIELDS.forEach(headers::remove);
    }
}
