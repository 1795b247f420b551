package io.gosling.http;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the Cookie headers of a request, leniently: text that is not a cookie is skipped (RFC 6265, section 5.4). Pure.
 */
final class CookieHeaderParser {
    private CookieHeaderParser() {}

    static Map<String, String> parse(List<String> fields) {
        Map<String, String> cookies = new LinkedHashMap<>();
        for (String field : fields) {
            for (String pair : field.split(";")) {
                int equals = pair.indexOf('=');
                String name = equals < 0 ? "" : pair.substring(0, equals).strip();
                if (!name.isEmpty()) {
                    cookies.putIfAbsent(
                            name, unquoted(pair.substring(equals + 1).strip()));
                }
            }
        }
        return Collections.unmodifiableMap(cookies);
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
