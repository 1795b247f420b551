package io.gosling.replication.serve;

import io.gosling.document.StoredDocument;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.replication.coop.HotCopies;
import io.gosling.replication.home.HomeSite;
import io.gosling.replication.home.RenderedVariant;
import io.gosling.replication.home.RenderedVariantCache;
import io.gosling.replication.home.SiteSnapshot.Page;
import io.gosling.replication.members.CopyUrlPath;
import io.gosling.replication.members.ReplicaSet;
import org.jspecify.annotations.Nullable;

/**
 * The documents that a server of a replica set sends on the event-loop path: its own pages as they were rendered a
 * moment ago, its other documents unchanged, and others' copies that are in memory. Every request is counted, since
 * copies are made of the most requested documents.
 *
 * @param secure true if requests come over TLS
 */
record ReplicaSetCachedLookup(
        CachedDocumentLookup inner,
        HomeSite site,
        ReplicaSet group,
        RenderedVariantCache rendered,
        HotCopies copies,
        boolean secure)
        implements CachedDocumentLookup {
    @Override
    public CachedDocumentLookup over(boolean tls) {
        return new ReplicaSetCachedLookup(inner.over(tls), site, group, rendered, copies, tls);
    }

    @Override
    public @Nullable StoredDocument acquire(String key, long nowNanos) {
        if (key.startsWith(CopyUrlPath.PREFIX)) {
            return copies.acquire(key);
        }
        Page page = site.pages().under(key);
        return page == null || !site.mayChoose(page) || !group.mayLead(secure)
                ? asItIs(key, page, nowNanos)
                : chosen(key, page, nowNanos);
    }

    private @Nullable StoredDocument asItIs(String key, @Nullable Page page, long nowNanos) {
        StoredDocument document = inner.acquire(key, nowNanos);
        if (document != null) {
            site.count(page == null ? key : page.path());
        }
        return document;
    }

    /** A rendered variant; null to use the worker path. */
    private @Nullable StoredDocument chosen(String key, Page page, long nowNanos) {
        RenderedVariant any = rendered.any(page);
        if (any == null) {
            return null;
        }
        if (any.document() == null) {
            StoredDocument file = asItIs(key, page, nowNanos);
            if (file != null) {
                any.use();
                rendered.renew(page, key, any);
            }
            return file;
        }
        // It is not known here whether the file may be sent from memory now, and is still the one that was rendered.
        // Purges name the requested path: the directory or its index.
        if (!inner.isHot(key, page.etag(), nowNanos)) {
            return null;
        }
        StoredDocument used = used(any);
        if (used == null) {
            // Its successor has just been rendered.
            any = rendered.any(page);
            used = any == null ? null : used(any);
        }
        if (any == null || used == null) {
            return null;
        }
        rendered.renew(page, key, any);
        site.count(page.path());
        return used;
    }

    /** The document, counted as a use; null if the variant was retired or is the file itself. */
    private static @Nullable StoredDocument used(RenderedVariant any) {
        StoredDocument document = any.document();
        if (document == null || !document.tryRetain()) {
            return null;
        }
        if (!any.use()) {
            document.release();
            return null;
        }
        return document;
    }
}
