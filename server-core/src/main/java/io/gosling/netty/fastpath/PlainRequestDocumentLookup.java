package io.gosling.netty.fastpath;

import io.gosling.document.StoredDocument;
import io.gosling.http.documents.CachedDocumentLookup;
import org.jspecify.annotations.Nullable;

/**
 * A look-up of the hot document of a plain request that allocates no string which exists already. Belongs to one event
 * loop, and caches the strings of all its connections.
 */
public final class PlainRequestDocumentLookup {
    private final CachedDocumentLookup plain;
    private final CachedDocumentLookup secured;
    private final StringCache paths = new StringCache();
    private final StringCache hosts = new StringCache();
    private final StringCache codings = new StringCache();

    /** @param secured for requests of which a front-end says that their client uses TLS */
    public PlainRequestDocumentLookup(CachedDocumentLookup plain, CachedDocumentLookup secured) {
        this.plain = plain;
        this.secured = secured;
    }

    private CachedDocumentLookup of(PlainRequestHead request) {
        return request.isForwardedHttps() ? secured : plain;
    }

    /** Returns the document, with a reference for the caller; null when the request is left to the worker path. */
    @Nullable
    public StoredDocument acquire(PlainRequestHead request, long now) {
        CachedDocumentLookup objects = of(request);
        return objects.hasKeyPrefix() ? acquireWithPrefix(objects, request, now) : acquireIn(objects, "", request, now);
    }

    /** Returns the key of a document that {@link #acquire} has not found; null where the worker path is to answer. */
    @Nullable
    public String key(PlainRequestHead request) {
        CachedDocumentLookup objects = of(request);
        String host = objects.hasKeyPrefix() ? request.host(hosts) : null;
        String directory = host == null ? null : objects.directory(host);
        return objects.hasKeyPrefix() && directory == null
                ? null
                : key(objects, directory == null ? "" : directory, request);
    }

    private String key(CachedDocumentLookup objects, String directory, PlainRequestHead request) {
        return objects.areReplies() ? request.target(directory, paths) : request.path(directory, paths);
    }

    private @Nullable StoredDocument acquireIn(
            CachedDocumentLookup objects, String directory, PlainRequestHead request, long now) {
        String path = key(objects, directory, request);
        StoredDocument document = objects.acquire(path, now);
        if (document != null) {
            paths.keep(path);
        }
        return document;
    }

    private @Nullable StoredDocument acquireWithPrefix(
            CachedDocumentLookup objects, PlainRequestHead request, long now) {
        String host = request.host(hosts);
        String directory = host == null ? null : objects.directory(host);
        if (host == null || directory == null) {
            return null;
        }
        hosts.keep(host);
        StoredDocument document = acquireIn(objects, directory, request, now);
        return document == null ? acquireCoded(objects, host, directory, request, now) : document;
    }

    private @Nullable StoredDocument acquireCoded(
            CachedDocumentLookup objects, String host, String plainDirectory, PlainRequestHead request, long now) {
        String accepted = request.codings(codings);
        String directory = accepted == null ? null : objects.codedDirectory(host, accepted);
        if (accepted == null || directory == null) {
            return null;
        }
        codings.keep(accepted);
        StoredDocument document = acquireIn(objects, directory, request, now);
        if (document != null) {
            // Next time it is looked for under this name first, again in vain.
            paths.keep(request.path(plainDirectory, paths));
        }
        return document;
    }
}
