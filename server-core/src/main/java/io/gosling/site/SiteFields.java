package io.gosling.site;

import io.gosling.document.DocumentPath;
import io.gosling.document.PreparedFields;
import io.gosling.document.Representation;
import io.gosling.http.DocumentFields;
import io.gosling.http.Preparation;
import io.gosling.http.Response;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Prepares the header of what is stored, if a request for its path has one answer whoever asks: no rule stands before it,
 * and it has no other codings. Everything else has none and is left to the slow lane, which asks every rule each time.
 *
 * <p>Safe for use by many threads.
 */
public final class SiteFields implements Preparation {
    private final Map<String, Site> sites = new HashMap<>();
    private final Map<String, HeaderRules> rules = new HashMap<>();
    private final String node;

    /** @param node this node's name in Cache-Status */
    public SiteFields(List<Site> sites, String node) {
        for (Site site : sites) {
            this.sites.put(site.view(null), site);
            this.rules.put(site.view(null), new HeaderRules(site.rules().headers()));
        }
        this.node = node;
    }

    @Override
    public PreparedFields fields(DocumentPath path, Representation document) {
        String view = path.segments().isEmpty() ? "" : path.segments().getFirst();
        Site site = sites.get(view);
        HeaderRules headers = rules.get(view);
        if (site == null || headers == null) {
            return PreparedFields.none();
        }
        DocumentPath asked = path.rest();
        if (isGuarded(site, asked.key()) || isOneOfSeveral(site.content(), asked, document)) {
            return PreparedFields.none();
        }
        boolean varies = !site.content().compression().codings().isEmpty() && Compression.fits(asked);
        return DocumentFields.prepare(document, node, answer -> {
            Response own = varies ? answer.varying("Accept-Encoding") : answer;
            return headers.applied(own, asked.key());
        });
    }

    /** Whether something comes before the document that depends on the client, or answers instead of it. */
    private static boolean isGuarded(Site site, String key) {
        Rules rules = site.rules();
        return !Guards.of(site).before(key).isEmpty()
                || rules.redirects().stream().anyMatch(rule -> rule.from().fits(key))
                || rules.rewrites().stream().anyMatch(rule -> rule.from().fits(key))
                || rules.programs().stream().anyMatch(rule -> rule.path().fits(key))
                || rules.crossOrigin().stream().anyMatch(rule -> rule.path().fits(key));
    }

    /** Whether another index file or another coding may be the answer. */
    private static boolean isOneOfSeveral(Content content, DocumentPath path, Representation document) {
        boolean otherIndex = path.isDirectory()
                && (content.index().isEmpty() || !content.index().getFirst().equals("index.html"));
        Compression compression = content.compression();
        boolean packed = compression.gzip()
                && document.length() >= compression.least()
                && document.length() <= compression.most();
        return otherIndex
                || (Compression.fits(path)
                        && (packed || !compression.precompressed().isEmpty()));
    }
}
