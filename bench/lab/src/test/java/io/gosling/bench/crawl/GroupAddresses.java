package io.gosling.bench.crawl;

import io.gosling.replication.graph.LinkTarget;
import io.gosling.tools.cluster.NodeProcesses;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Maps the addresses that servers of a replica set write into their pages to paths of the site: all servers have the
 * same site and copies of it, so each address stands for one of its paths.
 *
 * @param authorities the servers, as {@code 127.0.0.1:8080}
 */
record GroupAddresses(Set<String> authorities) {
    private static final Pattern ABSOLUTE = Pattern.compile("http://([^/?#]*)(.*)", Pattern.DOTALL);
    private static final Pattern COPY = Pattern.compile("/~migrate/[0-9]+/[^/]+(/.*)", Pattern.DOTALL);
    private static final Pattern ANY = Pattern.compile("http://(127\\.0\\.0\\.1:[0-9]+)(?:/~migrate/[0-9]+/[^/\\s]+)?");

    GroupAddresses {
        authorities = Set.copyOf(authorities);
    }

    static GroupAddresses of(List<NodeProcesses.Member> servers) {
        return new GroupAddresses(
                servers.stream().map(server -> authority(server.http())).collect(Collectors.toSet()));
    }

    /** An address as it stands in a page. */
    static String authority(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }

    /** The address without its server, and without what makes it that of a copy; of another site as it is. */
    String plain(String url) {
        Matcher absolute = ABSOLUTE.matcher(url);
        String rest = absolute.matches() && authorities.contains(absolute.group(1)) ? absolute.group(2) : url;
        Matcher copy = COPY.matcher(rest);
        return copy.matches() ? copy.group(1) : rest.isEmpty() ? "/" : rest;
    }

    /** The text with every address of the replica set as the plain site has it. */
    String plainText(String text) {
        return ANY.matcher(text).replaceAll(found -> authorities.contains(found.group(1)) ? "" : "$0");
    }

    /** The server that an address leads to; empty for another site. */
    Optional<String> server(String url) {
        Matcher absolute = ABSOLUTE.matcher(url);
        return absolute.matches() && authorities.contains(absolute.group(1))
                ? Optional.of(absolute.group(1))
                : Optional.empty();
    }

    /**
     * The URL that a browser requests when it follows a link; empty if the link leaves the replica set or stays on its
     * page.
     */
    Optional<String> follow(String link, String from, Optional<String> base) {
        String page = from;
        if (base.isPresent()) {
            Optional<String> based = follow(base.get(), from, Optional.empty());
            if (based.isEmpty() && !isHere(base.get())) {
                return Optional.empty();
            }
            page = based.orElse(from);
        }
        Matcher absolute = ABSOLUTE.matcher(link);
        boolean whole = absolute.matches();
        String server = whole ? absolute.group(1) : server(page).orElseThrow();
        String rest = whole ? "/" + absolute.group(2).replaceFirst("^/", "") : link;
        if (whole && !authorities.contains(server)) {
            return Optional.empty();
        }
        return LinkTarget.of(rest, path(page), Optional.empty()) instanceof LinkTarget.Inside inside
                ? Optional.of("http://" + server + inside.requestTarget())
                : Optional.empty();
    }

    private static boolean isHere(String base) {
        return base.startsWith("#");
    }

    private static String path(String url) {
        Matcher absolute = ABSOLUTE.matcher(url);
        return pathOf(absolute.matches() ? absolute.group(2) : url);
    }

    /** A request's target without its query and fragment. */
    static String pathOf(String target) {
        return target.replaceFirst("(?s)[?#].*", "");
    }
}
