package io.gosling.origin.cache;

import io.gosling.document.StoredDocument;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.http.documents.UncachedDocumentFetcher;
import io.gosling.origin.upstream.OriginSettings;
import org.jspecify.annotations.Nullable;

/** An origin's responses for the event-loop path: those that are fresh, for everybody and the same for all requests. */
public record CachedResponseLookup(
        CachedDocumentLookup memory, OriginSettings settings, String prefix, UncachedDocumentFetcher cold)
        implements CachedDocumentLookup {
    /**
     * The responses in this memory.
     *
     * @param cold fetches those that are not in memory
     * @param proxied true if a proxy's headers determine the client's scheme: then, as where the client's host is part
     *     of the key, every request takes the worker path
     */
    public static CachedDocumentLookup in(
            CachedDocumentLookup memory, OriginSettings settings, boolean proxied, UncachedDocumentFetcher cold) {
        return !settings.mayBeHot() || proxied
                ? CachedDocumentLookup.none()
                : new CachedResponseLookup(memory, settings, CacheRequest.prefix(settings, false), cold);
    }

    @Override
    public @Nullable StoredDocument acquire(String key, long nowNanos) {
        return memory.acquire(key, nowNanos);
    }

    @Override
    public boolean areReplies() {
        return true;
    }

    @Override
    public CachedDocumentLookup over(boolean secure) {
        return new CachedResponseLookup(memory, settings, CacheRequest.prefix(settings, secure), cold);
    }

    @Override
    public boolean hasKeyPrefix() {
        return true;
    }

    @Override
    public @Nullable String directory(String host) {
        return prefix;
    }
}
