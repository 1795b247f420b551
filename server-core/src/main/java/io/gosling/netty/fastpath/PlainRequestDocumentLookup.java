package io.gosling.netty.fastpath;

import io.gosling.document.StoredDocument;
import io.gosling.http.documents.CachedDocumentLookup;
import org.jspecify.annotations.Nullable;

/**
 * A look-up of the hot document of a plain request that allocates no string which exists already. Belongs to one event
 * loop, and caches the strings of all its connections.
 */
public final class PlainRequestDocumentLookup {
    private final CachedDocumentLookup objects;
    private final StringCache paths = new StringCache();
    private final StringCache hosts = new StringCache();
    private final StringCache codings = new StringCache();

    public PlainRequestDocumentLookup(CachedDocumentLookup objects) {
        this.objects = objects;
    }

    /** Returns the document, with a reference for the caller; null when the request is left to the worker path. */
    @Nullable
    public StoredDocument acquire(PlainRequestHead request, long now) {
        return objects.hasKeyPrefix() ? acquireWithPrefix(request, now) : acquireIn("", request, now);
    }

    /** Returns the key of a document that {@link #acquire} has not found; null where the worker path is to answer. */
    @Nullable
    public String key(PlainRequestHead request) {
        String host = objects.hasKeyPrefix() ? request.host(hosts) : null;
        String directory = host == null ? null : objects.directory(host);
        return objects.hasKeyPrefix() && directory == null ? null : key(directory == null ? "" : directory, request);
    }

    private String key(String directory, PlainRequestHead request) {
        return objects.areReplies() ? request.target(directory, paths) : request.path(directory, paths);
    }

    private @Nullable StoredDocument acquireIn(String directory, PlainRequestHead request, long now) {
        String path = key(directory, request);
        StoredDocument document = objects.acquire(path, now);
        if (document != null) {
            paths.keep(path);
        }
        return document;
    }

    private @Nullable StoredDocument acquireWithPrefix(PlainRequestHead request, long now) {
        String host = request.host(hosts);
        String directory = host == null ? null : objects.directory(host);
        if (host == null || directory == null) {
            return null;
        }
        hosts.keep(host);
        StoredDocument document = acquireIn(directory, request, now);
        return document == null ? acquireCoded(host, directory, request, now) : document;
    }

    private @Nullable StoredDocument acquireCoded(
            String host, String plainDirectory, PlainRequestHead request, long now) {
        String accepted = request.codings(codings);
        String directory = accepted == null ? null : objects.codedDirectory(host, accepted);
        if (accepted == null || directory == null) {
            return null;
        }
        codings.keep(accepted);
        StoredDocument document = acquireIn(directory, request, now);
        if (document != null) {
            // Next time it is looked for under this name first, again in vain.
            paths.keep(request.path(plainDirectory, paths));
        }
        return document;
    }
}
