package io.gosling.tools.load;

import io.gosling.http.Request;

/** Path and query of a request, as they came. */
final class RequestTarget {
    private RequestTarget() {}

    static String of(Request request) {
        return request.rawQuery().isEmpty() ? request.rawPath() : request.rawPath() + "?" + request.rawQuery();
    }
}
