package io.gosling.site;

import io.gosling.document.DocumentPath;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Provenance;
import io.gosling.document.Representation;
import io.gosling.http.Response;
import io.gosling.http.documents.DocumentHeaderBuilder;
import io.gosling.http.documents.PreparedHeaderBuilder;
import io.gosling.site.compression.CompressionRules;
import io.gosling.site.compression.ContentCoding;
import io.gosling.site.rules.HeaderRuleFilter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prepares the header of stored documents, if a request for their path has the same response for all clients: no rule
 * stands before it, and it has no other codings, or is in the requested one. All other documents have none and are
 * left to the worker path, which evaluates every rule each time. Safe for use by many threads.
 */
public final class SiteHeaderBuilder implements PreparedHeaderBuilder {
    private final Map<String, View> views = new HashMap<>();
    private final String node;

    private record View(
            Site site, HeaderRuleFilter rules, @Nullable ContentCoding coding) {}

    public SiteHeaderBuilder(List<Site> sites, String node) {
        for (Site site : sites) {
            HeaderRuleFilter rules = new HeaderRuleFilter(site.rules().routes().headers());
            views.put(site.view(null), new View(site, rules, null));
            for (ContentCoding coding : site.content().compression().codings()) {
                views.put(site.view(coding), new View(site, rules, coding));
            }
        }
        this.node = node;
    }

    @Override
    public PreparedHeaders fields(DocumentPath path, Representation document, Provenance from) {
        View view = path.segments().isEmpty() ? null : views.get(path.segments().getFirst());
        if (view == null) {
            return PreparedHeaders.none();
        }
        DocumentPath asked = path.rest();
        SiteContent content = view.site().content();
        ContentCoding coding = view.coding();
        boolean ambiguous = hasOtherIndex(content, asked) || (coding == null && hasCodings(content, asked, document));
        if (ambiguous || isGuarded(view.site(), asked.key())) {
            return PreparedHeaders.none();
        }
        boolean varies = !content.compression().codings().isEmpty() && CompressionRules.fits(asked);
        return DocumentHeaderBuilder.prepare(content.typed(asked, document), node, from, answer -> {
            Response own = varies ? answer.varying("Accept-Encoding") : answer;
            Response coded = coding != null && own.status() == 200 ? own.with("Content-Encoding", coding.token()) : own;
            return view.rules().applied(coded, asked.key());
        });
    }

    /** Returns true if a rule depends on the client, or answers instead of the document. */
    private static boolean isGuarded(Site site, String key) {
        SiteRules rules = site.rules();
        return !AccessPolicy.of(site).before(key).isEmpty()
                || rules.routes().affects(key)
                || rules.origins().stream().anyMatch(path -> path.fits(key));
    }

    /** Returns true if another index file may be the answer. */
    private static boolean hasOtherIndex(SiteContent content, DocumentPath path) {
        return path.isDirectory()
                && (content.index().isEmpty() || !content.index().getFirst().equals("index.html"));
    }

    private static boolean hasCodings(SiteContent content, DocumentPath path, Representation document) {
        CompressionRules compression = content.compression();
        boolean packed = compression.gzip()
                && document.length() >= compression.least()
                && document.length() <= compression.most();
        return CompressionRules.fits(path)
                && (packed || !compression.precompressed().isEmpty());
    }
}
