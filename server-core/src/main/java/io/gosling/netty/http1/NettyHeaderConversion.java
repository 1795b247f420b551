package io.gosling.netty.http1;

import io.gosling.http.Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The conversion of a message's decoded headers, of a request or a response, to a handler's form. Pure. */
public final class NettyHeaderConversion {
    private NettyHeaderConversion() {}

    /**
     * Returns the headers in their order, copied.
     *
     * @throws IllegalArgumentException when one cannot be taken over: a value holds a control character
     */
    public static Headers of(
            Iterable<? extends Map.Entry<? extends CharSequence, ? extends CharSequence>> decoded, int size) {
        if (size == 0) {
            return Headers.empty();
        }
        List<Headers.Field> fields = new ArrayList<>(size);
        for (Map.Entry<? extends CharSequence, ? extends CharSequence> field : decoded) {
            fields.add(new Headers.Field(
                    field.getKey().toString(), field.getValue().toString()));
        }
        return Headers.of(fields);
    }
}
