package io.gosling.netty.http1;

import io.gosling.http.Headers;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The conversion of a message's decoded headers, of a request or a response, to a handler's form. Pure. */
public final class HeaderConversion {
    private HeaderConversion() {}

    /**
     * Returns the headers in their order, copied.
     *
     * @throws IllegalArgumentException when one cannot be taken over: a value holds a control character
     */
    public static Headers of(HttpHeaders decoded) {
        if (decoded.isEmpty()) {
            return Headers.empty();
        }
        List<Headers.Field> fields = new ArrayList<>(decoded.size());
        for (Map.Entry<String, String> field : decoded) {
            fields.add(new Headers.Field(field.getKey(), field.getValue()));
        }
        return Headers.of(fields);
    }
}
