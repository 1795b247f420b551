package io.gosling.replication.serve;

import io.gosling.document.StoredDocument;
import io.gosling.http.HotDocuments;
import org.jspecify.annotations.Nullable;

/** Counts what the fast lane answers: the most requested documents are those that copies are made of. */
final class CountedDocuments implements HotDocuments {
    private final HotDocuments inner;
    private final HomeSite site;

    CountedDocuments(HotDocuments inner, HomeSite site) {
        this.inner = inner;
        this.site = site;
    }

    @Override
    public @Nullable StoredDocument acquire(String key, long nowNanos) {
        StoredDocument document = inner.acquire(key, nowNanos);
        if (document != null) {
            site.count(key);
        }
        return document;
    }
}
