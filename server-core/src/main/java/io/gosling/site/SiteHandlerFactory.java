package io.gosling.site;

import io.gosling.document.DocumentSource;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.routing.Router;
import io.gosling.site.access.ForwardedClientResolver;
import io.gosling.site.access.PasswordVerifier;
import io.gosling.site.rules.CanonicalPathFilter;
import io.gosling.site.rules.CorsFilter;
import io.gosling.site.rules.HeaderRuleFilter;
import io.gosling.site.rules.RedirectFilter;
import io.gosling.site.rules.RewriteFilter;
import io.gosling.site.rules.RouteRules;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The handler of several sites, with their rules in the order of evaluation. From the outside in:
 *
 * <pre>
 *   host              the site; 421 where no site has the name
 *   CanonicalPathFilter     rules see one spelling of a path
 *   HeaderRuleFilter       headers on every response of the site
 *   ErrorPageFilter        the document that is shown for an error, wherever the error came from
 *   CorsFilter         preflights, which come without a password
 *   AccessFilter      addresses, passwords
 *   RedirectFilter
 *   RewriteFilter      and AccessFilter again, for the rewritten path
 *   OriginFilter  other servers, compressed by GzipFilter
 *   DirectoryListingFilter  of directories without an index
 *   SiteDocumentHandler     in the coding that the client prefers
 * </pre>
 */
public final class SiteHandlerFactory {
    private SiteHandlerFactory() {}

    /**
     * The services and settings that sites share.
     *
     * @param documents the object space over {@code roots}
     */
    public record Ports(
            SiteFileSource roots,
            DocumentSource documents,
            String node,
            ForwardedClientResolver clients,
            PasswordVerifier passwords,
            OriginHandlerFactory origins) {}

    /**
     * Returns a handler that serves sites by the requested host.
     *
     * @throws IllegalArgumentException when two sites have the same name or host
     */
    public static Handler handler(List<Site> sites, Ports around) {
        requireDistinct(sites);
        Router hosts = new Router().otherwise(request -> ErrorPageBuilder.of(421));
        for (Site site : sites) {
            Handler handler = handler(site, around);
            for (String host : site.hosts()) {
                hosts = hosts.host(host, handler);
            }
            if (site.hosts().isEmpty()) {
                hosts = hosts.otherwise(handler);
            }
        }
        return hosts;
    }

    /**
     * Refuses sites of the same name or for the same host.
     *
     * @throws IllegalArgumentException which names them
     */
    public static void requireDistinct(List<Site> sites) {
        Set<String> names = new HashSet<>();
        Map<String, String> hosts = new HashMap<>();
        for (Site site : sites) {
            if (!names.add(site.name())) {
                throw new IllegalArgumentException("two sites are called " + site.name() + "; a name is for one");
            }
            for (String host : site.hosts().isEmpty() ? List.of("") : site.hosts()) {
                String other = hosts.putIfAbsent(host, site.name());
                if (other != null) {
                    throw new IllegalArgumentException("sites " + other + " and " + site.name()
                            + (host.isEmpty() ? " both have no hosts" : " both have the host " + host)
                            + "; a request can go to one");
                }
            }
        }
    }

    private static Handler handler(Site site, Ports around) {
        SiteRules rules = site.rules();
        RouteRules routes = rules.routes();
        SiteDocumentFinder view = new SiteDocumentFinder(around.documents(), site);
        AccessFilter access = new AccessFilter(AccessPolicy.of(site), around.clients(), around.passwords());
        Filter chain = new CanonicalPathFilter();
        if (!routes.headers().isEmpty()) {
            chain = chain.then(new HeaderRuleFilter(routes.headers()));
        }
        if (!rules.errorPages().isEmpty()) {
            chain = chain.then(new ErrorPageFilter(rules.errorPages(), view));
        }
        if (!routes.crossOrigin().isEmpty()) {
            chain = chain.then(new CorsFilter(routes.crossOrigin()));
        }
        chain = chain.then(access)
                .then(new RedirectFilter(routes.redirects()))
                .then(new RewriteFilter(routes.rewrites(), access));
        if (!rules.origins().isEmpty()) {
            chain = chain.then(new OriginFilter(site, around.origins()));
        }
        if (site.content().listing()) {
            chain = chain.then(new DirectoryListingFilter(site, around.roots()));
        }
        return chain.around(
                new SiteDocumentHandler(view, site.content().compression().codings(), around.node()));
    }
}
