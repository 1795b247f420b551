package io.gosling.dispatcher.route;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Reads single cookies and parameters of a request without a list of all. Pure. */
public final class RequestValues {
    private RequestValues() {}

    /** Returns the value of the first cookie of this name (RFC 6265, section 4.2.1); null if there is none. */
    public static @Nullable String cookie(HttpHeaders headers, String name) {
        for (Iterator<String> lines = headers.valueStringIterator(HttpHeaderNames.COOKIE); lines.hasNext(); ) {
            String value = value(lines.next(), 0, ';', name);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    /** Returns the value of the first parameter of this name as it is written; null if there is none. */
    static @Nullable String query(String uri, String name) {
        int question = uri.indexOf('?');
        return question < 0 ? null : value(uri, question + 1, '&', name);
    }

    private static @Nullable String value(String pairs, int begin, char separator, String name) {
        for (int at = begin; at < pairs.length(); ) {
            int next = pairs.indexOf(separator, at);
            int end = next < 0 ? pairs.length() : next;
            while (at < end && pairs.charAt(at) == ' ') {
                at++;
            }
            int equals = at + name.length();
            if (equals <= end && pairs.startsWith(name, at)) {
                if (equals == end) {
                    return "";
                }
                if (pairs.charAt(equals) == '=') {
                    return pairs.substring(equals + 1, end).strip();
                }
            }
            at = end + 1;
        }
        return null;
    }
}
