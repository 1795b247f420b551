package io.gosling.site;

import io.gosling.document.DocumentPath;
import io.gosling.http.HostNameNormalizer;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.site.access.AccessRule;
import io.gosling.site.rules.HeaderRule;
import io.gosling.site.rules.PathPattern;
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
        site.rules().routes().headers().stream()
                .filter(rule -> rule.path().fits(key))
                .forEach(rule -> lines.add(line(rule)));
        addAccess(site, key, lines);
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
                addAccess(site, path(other), lines);
                break;
            }
        }
        lines.add(source(site, path(target)));
        return new MatchedRules(lines, target);
    }

    private static @Nullable Site site(List<Site> sites, @Nullable String host) {
        String name = host == null ? "" : HostNameNormalizer.canonical(host.replaceFirst(":[0-9]*$", ""));
        CachedSiteDocumentLookup places = new CachedSiteDocumentLookup(sites, CachedDocumentLookup.none());
        return sites.stream()
                .filter(site -> places.names(name).contains(site.name()))
                .findFirst()
                .orElse(null);
    }

    private static String path(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    private static void addAccess(Site site, String key, List<String> lines) {
        for (AccessRule rule : AccessPolicy.of(site).before(key)) {
            String line = "access " + rule.path()
                    + (rule.addresses().isEmpty() ? "" : ", by address")
                    + (rule.users() == null ? "" : ", with a password of " + rule.realm());
            if (!lines.contains(line)) {
                lines.add(line);
            }
        }
    }

    private static String line(HeaderRule rule) {
        return "headers of " + rule.path() + ": "
                + String.join(", ", rule.response().names().toList());
    }

    private static String source(Site site, String key) {
        for (PathPattern origin : site.rules().origins()) {
            if (origin.fits(key)) {
                return "origin of " + origin;
            }
        }
        return "documents of " + site.content().roots();
    }
}
