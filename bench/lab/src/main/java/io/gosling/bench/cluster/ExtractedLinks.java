package io.gosling.bench.cluster;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The links and assets that a client finds in a page. Addresses are resolved only for those that are requested, since
 * clients share CPUs with the servers that they measure.
 *
 * @param base what they are relative to: the address that the page came from, or what it says itself
 * @param followed links to other documents as they are written, as often as they are
 * @param shown absolute addresses of images, scripts and styles, each once
 */
record ExtractedLinks(String base, List<String> followed, List<String> shown) {
    private static final Pattern SHOWN = Pattern.compile("(?i)<(?:img|script)\\b[^>]*?\\bsrc=[\"']?([^\"'> #]+)");
    private static final Pattern STYLE = Pattern.compile("(?i)<link\\b[^>]*?\\brel=[\"']?stylesheet[^>]*?>");
    private static final Pattern LINK = Pattern.compile("(?i)<a\\b[^>]*?\\bhref=[\"']?([^\"'> #]+)");
    private static final Pattern HREF = Pattern.compile("(?i)\\bhref=[\"']?([^\"'> #]+)");
    private static final Pattern ELSEWHERE = Pattern.compile("(?s)(?:[A-Za-z][A-Za-z0-9+.-]*:|//).*");
    private static final Pattern BASE = Pattern.compile("(?i)<base\\b[^>]*?\\bhref=[\"']?([^\"'> #]+)");
    private static final String SCHEME = "http://";

    static ExtractedLinks none(String page) {
        return new ExtractedLinks(page, List.of(), List.of());
    }

    static ExtractedLinks of(String text, String page) {
        Matcher said = BASE.matcher(text);
        String base = said.find() ? absolute(said.group(1), page) : page;
        if (base.isEmpty()) {
            return none(page);
        }
        Set<String> shown = new LinkedHashSet<>();
        found(SHOWN, text).forEach(link -> shown.add(absolute(link, base)));
        STYLE.matcher(text)
                .results()
                .flatMap(style -> found(HREF, style.group()).stream())
                .forEach(link -> shown.add(absolute(link, base)));
        shown.remove("");
        return new ExtractedLinks(base, found(LINK, text), List.copyOf(shown));
    }

    private static List<String> found(Pattern what, String text) {
        return what.matcher(text).results().map(link -> link.group(1)).toList();
    }

    /** One of those that stay on the network, by chance, or the next of them; empty where none does. */
    String followed(SplittableRandom random) {
        int drawn = followed.isEmpty() ? 0 : random.nextInt(followed.size());
        for (int i = 0; i < followed.size(); i++) {
            String url = absolute(followed.get((drawn + i) % followed.size()), base);
            if (!url.isEmpty()) {
                return url;
            }
        }
        return "";
    }

    /** Empty for an address outside the page's network of 256, in which all servers of a replica set are. */
    static String absolute(String written, String page) {
        // As browsers do before a query: a server would refuse the character.
        int query = written.indexOf('?') < 0 ? written.length() : written.indexOf('?');
        String link = written.substring(0, query).replace('\\', '/') + written.substring(query);
        String network = page.substring(0, page.lastIndexOf('.', page.indexOf(':', SCHEME.length())) + 1);
        if (link.startsWith(network)
                && LinkFollowingClients.ADDRESS.matcher(link).matches()) {
            return link;
        }
        if (ELSEWHERE.matcher(link).matches()) {
            return "";
        }
        int path = page.indexOf('/', SCHEME.length());
        String server = page.substring(0, path);
        String whole = link.startsWith("/") ? link : page.substring(path, page.lastIndexOf('/') + 1) + link;
        List<String> kept = new ArrayList<>();
        for (String segment : whole.substring(1).split("/", -1)) {
            if (segment.equals("..") && !kept.isEmpty()) {
                kept.removeLast();
            } else if (!segment.equals(".") && !segment.equals("..")) {
                kept.add(segment);
            }
        }
        return server + "/" + String.join("/", kept);
    }
}
