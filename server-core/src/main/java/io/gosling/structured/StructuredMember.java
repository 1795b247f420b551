package io.gosling.structured;

import java.util.List;
import java.util.Map;

/**
 * A member of a list or dictionary, or a single item (RFC 9651, section 3). Not to be changed.
 *
 * @param value a {@link Long}, {@link java.math.BigDecimal}, {@link String}, {@link Token}, {@link
 *     java.nio.ByteBuffer}, {@link Boolean}, {@link java.time.Instant} or {@link DisplayString}; or, for an inner list,
 *     a {@link List} of members
 * @param parameters by name, with values of the same types but for the list
 */
public record StructuredMember(Object value, Map<String, Object> parameters) {
    public record Token(String text) {}

    public record DisplayString(String text) {}

    /** Returns true if a parameter is there and is not false. */
    public boolean has(String parameter) {
        return !Boolean.FALSE.equals(parameters.getOrDefault(parameter, false));
    }

    /** Returns the text of a parameter that is a token or a string; empty for others. */
    public String text(String parameter) {
        Object given = parameters.get(parameter);
        return given instanceof Token token ? token.text() : given instanceof String text ? text : "";
    }
}
