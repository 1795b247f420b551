package io.gosling.dispatcher;

import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;

/** The response encoder of a client's connection, told whether the request it answers was a HEAD. */
final class ClientResponseEncoder extends HttpResponseEncoder {
    private boolean head;

    /** The next final response answers a HEAD or something else. */
    void answering(boolean isHead) {
        head = isHead;
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpResponse response) {
        return head || super.isContentAlwaysEmpty(response);
    }
}
