package io.gosling.http;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A media type such as {@code text/html; charset=utf-8} (RFC 9110, section 8.3.1).
 *
 * @param type in lower case, such as {@code text}
 * @param subtype in lower case, such as {@code html}
 * @param parameters by name in lower case; unmodifiable
 */
public record MediaType(String type, String subtype, Map<String, String> parameters) {
    /** The type, or null when the text is none. */
    public static @Nullable MediaType parse(String text) {
        int slash = text.indexOf('/');
        int semicolon = text.indexOf(';');
        int end = semicolon < 0 ? text.length() : semicolon;
        if (slash < 0 || slash > end) {
            return null;
        }
        String type = text.substring(0, slash).strip().toLowerCase(Locale.ROOT);
        String subtype = text.substring(slash + 1, end).strip().toLowerCase(Locale.ROOT);
        return HeaderSyntax.isToken(type) && HeaderSyntax.isToken(subtype)
                ? new MediaType(type, subtype, HeaderParameterParser.of(text, end))
                : null;
    }

    /** Returns true if it is this type, whatever its parameters: {@code is("application/json")}. */
    public boolean is(String essence) {
        return essence().equalsIgnoreCase(essence);
    }

    /** Without parameters: {@code text/html}. */
    public String essence() {
        return type + "/" + subtype;
    }

    /** The parameter's value, or null; names are compared without regard to case. */
    public @Nullable String parameter(String name) {
        return parameters.get(name.toLowerCase(Locale.ROOT));
    }
}
