package io.gosling.tools.load;

import io.gosling.replication.graph.Link;
import io.gosling.replication.graph.LinkKind;
import io.gosling.replication.graph.LinkTarget;
import io.gosling.replication.graph.PageLinks;
import io.gosling.tools.load.BrowserConnection.Fetched;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The assets and links of pages, each page parsed once: a site that changes its links during the measurement is seen as
 * it was at first. The servers under load have one site: an absolute address of any of them belongs to that site. Safe
 * for use by many threads.
 */
final class ParsedPageCache {
    private static final Pattern ABSOLUTE = Pattern.compile("(?is)(?:(https?):)?//([^/?#\\\\]*)(.*)");

    /** With their schemes. */
    private final Set<String> servers;

    private final Map<String, Page> read = new ConcurrentHashMap<>();

    ParsedPageCache(List<TargetServer> servers) {
        this.servers = servers.stream()
                .map(server -> named(server.secure() ? "https" : "http", server.authority()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The targets on a page that are on the same server, in the order of the page, each once. */
    record Page(List<String> assets, List<String> pages) {}

    Page of(String target, Fetched fetched) {
        return read.computeIfAbsent(target, key -> read(target, fetched));
    }

    private Page read(String target, Fetched fetched) {
        Set<String> assets = new LinkedHashSet<>();
        Set<String> pages = new LinkedHashSet<>();
        PageLinks links = PageLinks.of(fetched.body(), fetched.contentType());
        for (Link link : links.links()) {
            Set<String> to = link.kind() == LinkKind.ASSET ? assets : pages;
            if (link.kind() == LinkKind.ASSET || link.kind() == LinkKind.PAGE) {
                resolve(link.url(), target, links.base()).ifPresent(to::add);
            }
        }
        pages.remove(target);
        return new Page(List.copyOf(assets), List.copyOf(pages));
    }

    Optional<String> resolve(String url, String from, Optional<String> base) {
        int query = from.indexOf('?');
        String path = query < 0 ? from : from.substring(0, query);
        return LinkTarget.of(local(url), path, base.map(this::local)) instanceof LinkTarget.Inside inside
                ? Optional.of(inside.requestTarget())
                : Optional.empty();
    }

    /** An address without its server, if that is one under load; otherwise unchanged. */
    private String local(String url) {
        Matcher parts = ABSOLUTE.matcher(url);
        if (!parts.matches() || !isAsked(parts.group(1), parts.group(2))) {
            return url;
        }
        String rest = parts.group(3);
        if (rest.isEmpty() || rest.charAt(0) == '?' || rest.charAt(0) == '#') {
            return "/" + rest;
        }
        // A path that begins with two slashes would be read as another server's name.
        return rest.matches("(?s)[/\\\\]{2}.*") ? "/." + rest : rest;
    }

    /** @param scheme null where the address has none: it is that of the page */
    private boolean isAsked(@Nullable String scheme, String authority) {
        return scheme == null
                ? servers.contains(named("http", authority)) || servers.contains(named("https", authority))
                : servers.contains(named(scheme, authority));
    }

    private static String named(String scheme, String authority) {
        String lower = scheme.toLowerCase(Locale.ROOT);
        return lower + "://"
                + authority.toLowerCase(Locale.ROOT).replaceFirst(lower.equals("https") ? ":(443)?$" : ":(80)?$", "");
    }
}
