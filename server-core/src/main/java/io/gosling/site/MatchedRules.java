package io.gosling.site;

import io.gosling.document.DocumentPath;
import io.gosling.http.HostNameNormalizer;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.site.access.AccessRule;
import io.gosling.site.rules.HeaderRule;
import io.gosling.site.rules.RedirectRule;
import io.gosling.site.rules.RewriteRule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the configuration that a URL meets, in the order of {@link SiteHandlerFactory}. Pure.
 *
 * @param lines a rule each, in words
 * @param target path and query after rewriting; null if no document and no origin is asked
 */
public record MatchedRules(List<String> lines, @Nullable String target) {
    /**
     * Follows a URL through the rules of sites.
     *
     * @param host with or without a port; null for the site of all other hosts
     */
    public static MatchedRules of(List<Site> sites, @Nullable String host, String path, String query) {
        List<String> lines = new ArrayList<>();
        Site site = site(sites, host);
        DocumentPath canonical = DocumentPath.find(path);
        if (site == null || canonical == null) {
            lines.add(site == null ? "no site has the host " + host + ": 421" : "no document has such a path: 400");
            return new MatchedRules(lines, null);
        }
        lines.add("site " + site.name() + (site.hosts().isEmpty() ? ", of all other hosts" : " of " + site.hosts()));
        String key = canonical.key();
        for (HeaderRule rule : site.rules().routes().headers()) {
            if (rule.path().fits(key)) {
                lines.add("headers of " + rule.path());
            }
        }
        List<AccessRule> access = AccessPolicy.of(site).before(key);
        access.forEach(rule -> lines.add(line(rule)));
        for (RedirectRule rule : site.rules().routes().redirects()) {
            if (rule.from().fits(key)) {
                lines.add("redirect " + rule.from() + " to " + rule.to() + ": " + rule.status());
                return new MatchedRules(lines, null);
            }
        }
        String target = query.isEmpty() ? key : key + "?" + query;
        for (RewriteRule rule : site.rules().routes().rewrites()) {
            String other = rule.target(key, query);
            if (other != null) {
                lines.add("rewrite " + rule.from() + " to " + other);
                target = other;
                break;
            }
        }
        String source = target.replaceFirst("[?].*", "");
        AccessPolicy.of(site).before(source).stream()
                .filter(rule -> !access.contains(rule))
                .forEach(rule -> lines.add(line(rule)));
        lines.add(site.rules().origins().stream()
                .filter(origin -> origin.fits(source))
                .findFirst()
                .map(origin -> "origin of " + origin)
                .orElse("documents of " + site.content().roots()));
        return new MatchedRules(lines, target);
    }

    private static String line(AccessRule rule) {
        return "access to " + rule.path() + ", by " + (rule.users() == null ? "address" : "password");
    }

    private static @Nullable Site site(List<Site> sites, @Nullable String host) {
        String name = host == null ? "" : HostNameNormalizer.canonical(host.replaceFirst(":[0-9]*$", ""));
        CachedSiteDocumentLookup places = new CachedSiteDocumentLookup(sites, CachedDocumentLookup.none());
        return sites.stream()
                .filter(site -> places.names(name).contains(site.name()))
                .findFirst()
                .orElse(null);
    }
}
