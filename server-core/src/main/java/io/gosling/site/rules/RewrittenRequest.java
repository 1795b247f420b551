package io.gosling.site.rules;

import io.gosling.document.DocumentPath;
import io.gosling.http.Request;
import io.gosling.http.RequestWrapper;
import org.jspecify.annotations.Nullable;

/** A request as if another path of the site had been requested. */
final class RewrittenRequest extends RequestWrapper {
    private final String key;
    private final String query;

    /** @param key a canonical path */
    RewrittenRequest(Request request, String key, String query) {
        super(request);
        this.key = key;
        this.query = query;
    }

    /** Returns the request for a path and perhaps a query, in canonical form; null where it has none. */
    static @Nullable RewrittenRequest of(Request request, String target) {
        int question = target.indexOf('?');
        DocumentPath path = DocumentPath.find(question < 0 ? target : target.substring(0, question));
        String query = question < 0 ? "" : target.substring(question + 1);
        return path == null ? null : new RewrittenRequest(request, path.key(), query);
    }

    @Override
    public String rawPath() {
        return key;
    }

    @Override
    public String rawQuery() {
        return query;
    }
}
