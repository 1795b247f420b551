package io.gosling.dispatcher.header;

import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.netty.http1.HeaderNameMatcher;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Gives requests an {@code X-Request-Id} and a {@code traceparent} (W3C Trace Context) where they have no single
 * well-formed one. Pure but for random numbers, which are unique and not secret.
 */
final class TraceHeaders {
    private static final AsciiString REQUEST_ID = AsciiString.cached("x-request-id");
    private static final AsciiString PARENT = AsciiString.cached("traceparent");
    private static final AsciiString STATE = AsciiString.cached("tracestate");

    private static final Pattern ID_FORM = Pattern.compile("[A-Za-z0-9._~+/=:@-]{1,128}");

    /** Version 00, or a later one, which may have more behind (section 3.2 of Trace Context). */
    private static final Pattern PARENT_FORM = Pattern.compile(
            "(?!ff|00.{54})[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.{0,457})?");

    private TraceHeaders() {}

    static void addTo(HttpHeaders headers, RelaySettings settings) {
        int percent = settings.get(RelaySettings.TRACE_PERCENT);
        if (percent > 0 && !isOne(headers, PARENT, PARENT_FORM)) {
            headers.set(PARENT, parent(ThreadLocalRandom.current(), percent));
            headers.remove(STATE); // means nothing without its parent
        }
        if (settings.get(RelaySettings.REQUEST_ID)) {
            boolean stays = isOne(headers, REQUEST_ID, ID_FORM);
            String id = stays ? headers.get(REQUEST_ID) : id(ThreadLocalRandom.current());
            HeaderNameMatcher.remove(headers, name -> HeaderNameMatcher.is(name, "x-request-id"));
            headers.set(REQUEST_ID, id);
        }
    }

    private static boolean isOne(HttpHeaders headers, AsciiString name, Pattern form) {
        List<String> values = headers.getAll(name);
        return values.size() == 1 && form.matcher(values.getFirst()).matches();
    }

    private static String parent(RandomGenerator random, int percent) {
        String flags = random.nextInt(100) < percent ? "-01" : "-00";
        return "00-" + id(random) + "-" + half(random) + flags;
    }

    private static String id(RandomGenerator random) {
        return half(random) + half(random);
    }

    /** 16 digits, of which not all are 0. */
    private static String half(RandomGenerator random) {
        return HexFormat.of().toHexDigits(random.nextLong(1, Long.MAX_VALUE));
    }
}
