package io.gosling.replication.page;

import io.gosling.replication.graph.RequestDestination;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A content security policy (CSP Level 3), as far as it restricts the origins of a page's parts. Unknown sources allow
 * nothing. Immutable.
 */
public record ContentSecurityPolicy(Map<String, List<String>> directives) {
    private static final Pattern SPACE = Pattern.compile("[ \t\n\f\r]+");

    /** Reads the value of one policy; of a directive that is repeated the first counts (section 2.2.1). */
    public static ContentSecurityPolicy parse(String policy) {
        Map<String, List<String>> directives = new LinkedHashMap<>();
        for (String directive : policy.split(";")) {
            List<String> words = SPACE.splitAsStream(directive.strip())
                    .filter(word -> !word.isEmpty())
                    .toList();
            if (!words.isEmpty()) {
                directives.putIfAbsent(
                        words.getFirst().toLowerCase(Locale.ROOT), List.copyOf(words.subList(1, words.size())));
            }
        }
        return new ContentSecurityPolicy(directives);
    }

    /**
     * Returns true if a page under this policy may fetch this from a server with this origin, such as {@code
     * http://b:8080}.
     */
    public boolean allows(RequestDestination destination, String origin) {
        if (directives.containsKey("sandbox") || isUpgraded(origin)) {
            return false;
        }
        Optional<List<String>> sources = deciding(destination).map(directives::get);
        // With strict-dynamic browsers look at nonces and digests alone (section 8.2).
        boolean strict = destination == RequestDestination.SCRIPT
                && sources.stream().flatMap(List::stream).anyMatch("'strict-dynamic'"::equalsIgnoreCase);
        return !strict
                && sources.map(allowed -> allowed.stream().anyMatch(source -> matches(source, origin)))
                        .orElse(true);
    }

    /**
     * This policy with the origin in whichever directive decides about the destination, if that allows the page's own
     * server by {@code 'self'}. Where no source could help, as under {@code sandbox} or {@code strict-dynamic}, the
     * policy that comes out does not allow it.
     */
    public ContentSecurityPolicy extended(RequestDestination destination, String origin) {
        List<String> deciding = deciding(destination).map(directives::get).orElse(List.of());
        boolean hopeless = directives.containsKey("sandbox") || isUpgraded(origin);
        if (hopeless || allows(destination, origin) || deciding.stream().noneMatch("'self'"::equalsIgnoreCase)) {
            return this;
        }
        Map<String, List<String>> more = new LinkedHashMap<>(directives);
        // The fall-back decides about other things too, so the directive of this one is added with what it says.
        List<String> sources = new ArrayList<>(deciding);
        sources.add(origin);
        more.put(names(destination).getFirst(), sources);
        return new ContentSecurityPolicy(more);
    }

    /** True if a browser would upgrade to TLS (Upgrade Insecure Requests, section 3.2). */
    private boolean isUpgraded(String origin) {
        return directives.containsKey("upgrade-insecure-requests")
                && !origin.toLowerCase(Locale.ROOT).startsWith("https:");
    }

    boolean isOfItsOrigin() {
        return directives.containsKey("base-uri")
                || directives.values().stream().flatMap(List::stream).anyMatch("'self'"::equalsIgnoreCase);
    }

    private Optional<String> deciding(RequestDestination destination) {
        return names(destination).stream().filter(directives::containsKey).findFirst();
    }

    /** The directives that decide, the most special first (section 6.8.3). */
    private static List<String> names(RequestDestination destination) {
        return switch (destination) {
            case IMAGE -> List.of("img-src", "default-src");
            case STYLE -> List.of("style-src-elem", "style-src", "default-src");
            case SCRIPT -> List.of("script-src-elem", "script-src", "default-src");
            case MEDIA -> List.of("media-src", "default-src");
            case FONT -> List.of("font-src", "default-src");
            case OBJECT -> List.of("object-src", "default-src");
            case FRAME -> List.of("frame-src", "child-src", "default-src");
            case DOCUMENT -> List.of();
            case OTHER -> List.of("default-src");
        };
    }

    /** Section 6.7.2.8, without paths and wildcard ports: those never allow here what they might allow there. */
    private static boolean matches(String source, String origin) {
        String wanted = source.toLowerCase(Locale.ROOT);
        String own = origin.toLowerCase(Locale.ROOT);
        String scheme = own.substring(0, own.indexOf(':') + 1);
        if (wanted.equals("*") || wanted.equals(scheme) || wanted.equals(own) || wanted.equals(own + "/")) {
            return true;
        }
        String host = own.substring(scheme.length() + 2);
        String sourceHost = wanted.startsWith(scheme + "//") ? wanted.substring(scheme.length() + 2) : wanted;
        if (sourceHost.startsWith("*.")) {
            return host.endsWith(sourceHost.substring(1)) && host.length() > sourceHost.length() - 1;
        }
        // Without a scheme the page's own counts; with http the co-op's https would do, but is not used from there.
        return sourceHost.equals(host) && !wanted.contains("//");
    }

    public String text() {
        return String.join(
                "; ",
                directives.entrySet().stream()
                        .map(entry -> entry.getValue().isEmpty()
                                ? entry.getKey()
                                : entry.getKey() + " " + String.join(" ", entry.getValue()))
                        .toList());
    }
}
