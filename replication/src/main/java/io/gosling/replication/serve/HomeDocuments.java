package io.gosling.replication.serve;

import io.gosling.document.StoredDocument;
import io.gosling.http.documents.HotDocuments;
import io.gosling.replication.coop.HotCopies;
import io.gosling.replication.home.HomeSite;
import io.gosling.replication.home.RenderedVariant;
import io.gosling.replication.home.RenderedVariantCache;
import io.gosling.replication.home.SiteSnapshot.Page;
import io.gosling.replication.members.CopyAddress;
import io.gosling.replication.members.ReplicaSet;
import org.jspecify.annotations.Nullable;

/**
 * What the fast lane answers at a server of a group: its own pages as they were drawn a moment ago, all else of its own as it
 * is, and everything counted, since the most requested documents are those that copies are made of; and others' copies that
 * are in memory.
 */
final class HomeDocuments implements HotDocuments {
    private final HotDocuments inner;
    private final HomeSite site;
    private final ReplicaSet group;
    private final RenderedVariantCache drawn;
    private final HotCopies copies;
    private final boolean secure;

    /** @param secure whether requests come over TLS */
    HomeDocuments(
            HotDocuments inner,
            HomeSite site,
            ReplicaSet group,
            RenderedVariantCache drawn,
            HotCopies copies,
            boolean secure) {
        this.inner = inner;
        this.site = site;
        this.group = group;
        this.drawn = drawn;
        this.copies = copies;
        this.secure = secure;
    }

    @Override
    public HotDocuments over(boolean tls) {
        return new HomeDocuments(inner.over(tls), site, group, drawn, copies, tls);
    }

    @Override
    public @Nullable StoredDocument acquire(String key, long nowNanos) {
        if (key.startsWith(CopyAddress.PREFIX)) {
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

    /** Null where the slow lane is to choose. */
    private @Nullable StoredDocument chosen(String key, Page page, long nowNanos) {
        RenderedVariant any = drawn.any(page);
        if (any == null) {
            return null;
        }
        if (any.document() == null) {
            StoredDocument file = asItIs(key, page, nowNanos);
            if (file != null) {
                any.use();
                drawn.renew(page, key, any);
            }
            return file;
        }
        // Whether the file may be sent from memory now, and is still the one that was drawn, is not known here. Purges
        // name the path that was asked for: the directory or its index.
        if (!inner.isHot(key, page.etag(), nowNanos)) {
            return null;
        }
        StoredDocument used = used(any);
        if (used == null) {
            // Its successor came just now.
            any = drawn.any(page);
            used = any == null ? null : used(any);
        }
        if (any == null || used == null) {
            return null;
        }
        drawn.renew(page, key, any);
        site.count(page.path());
        return used;
    }

    /** With a reference of the caller's, and counted; null where it has been retired, or is the file. */
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
