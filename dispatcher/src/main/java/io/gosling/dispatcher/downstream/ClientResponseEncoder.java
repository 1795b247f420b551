package io.gosling.dispatcher.downstream;

import io.gosling.http.Headers;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;

/**
 * The response encoder of a client's connection that knows the answered method. Adds the headers that every response of
 * its endpoint has, in place of the back-end's.
 */
final class ClientResponseEncoder extends HttpResponseEncoder {
    private final Headers fields;
    final boolean adds;
    private boolean head;

    ClientResponseEncoder(Headers fields) {
        this.fields = fields;
        this.adds = fields.iterator().hasNext();
    }

    @Override
    protected void sanitizeHeadersBeforeEncode(HttpResponse response, boolean isAlwaysEmpty) {
        super.sanitizeHeadersBeforeEncode(response, isAlwaysEmpty);
        for (Headers.Field field : fields) {
            response.headers().set(field.name(), field.value());
        }
    }

    void answering(boolean isHead) {
        head = isHead;
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpResponse response) {
        return head || super.isContentAlwaysEmpty(response);
    }
}
