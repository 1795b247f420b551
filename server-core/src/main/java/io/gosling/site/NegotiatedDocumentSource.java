package io.gosling.site;

import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.document.FileStamp;
import io.gosling.document.LookupResult;
import io.gosling.document.RevalidationResult;
import io.gosling.site.compression.CompressionRules;
import io.gosling.site.compression.ContentCoding;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects the document that answers one request: first which one, then in which coding. A document that comes in no
 * coding is found as it is before any later candidate. Used by the request's thread.
 */
final class NegotiatedDocumentSource implements DocumentSource {
    private final SiteDocumentFinder view;
    private final List<ContentCoding> accepted;
    private final boolean codes;
    private @Nullable ContentCoding coding;
    private boolean varies;

    /** @param codes true if documents of the site come in codings at all */
    NegotiatedDocumentSource(SiteDocumentFinder view, List<ContentCoding> accepted, boolean codes) {
        this.view = view;
        this.accepted = accepted;
        this.codes = codes;
    }

    @Override
    public LookupResult find(DocumentPath path) throws IOException {
        LookupResult found = new LookupResult.Absent();
        for (DocumentPath candidate : view.named(path)) {
            found = inBestCoding(candidate);
            if (!(found instanceof LookupResult.Absent)) {
                return found;
            }
        }
        for (DocumentPath candidate : view.fallBacks(path)) {
            LookupResult other = inBestCoding(candidate);
            if (other instanceof LookupResult.Found) {
                return other;
            }
        }
        return found;
    }

    private LookupResult inBestCoding(DocumentPath path) throws IOException {
        if (codes && CompressionRules.fits(path)) {
            varies = true;
            for (ContentCoding wanted : accepted) {
                if (view.find(path, wanted) instanceof LookupResult.Found found) {
                    coding = wanted;
                    return found;
                }
            }
        }
        return view.find(path, null);
    }

    @Override
    public RevalidationResult check(DocumentPath path, @Nullable FileStamp known) {
        return RevalidationResult.CHANGED;
    }

    @Nullable
    ContentCoding coding() {
        return coding;
    }

    /** Returns true if another Accept-Encoding could have found something else. */
    boolean varies() {
        return varies;
    }
}
