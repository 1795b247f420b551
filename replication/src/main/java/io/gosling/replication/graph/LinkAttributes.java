package io.gosling.replication.graph;

import static java.util.Map.entry;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;

/** The attributes of HTML elements that hold an address, with the kind of its link. */
final class LinkAttributes {
    private static final Pattern SPACE = Pattern.compile("[ \t\n\f\r]+");

    private static final Map<String, LinkKind> KINDS = Map.ofEntries(
            entry("a href", LinkKind.PAGE),
            entry("a xlink:href", LinkKind.PAGE),
            entry("area href", LinkKind.PAGE),
            entry("frame src", LinkKind.PAGE),
            entry("iframe src", LinkKind.PAGE),
            entry("frame longdesc", LinkKind.REFERENCE),
            entry("iframe longdesc", LinkKind.REFERENCE),
            entry("img longdesc", LinkKind.REFERENCE),
            entry("blockquote cite", LinkKind.REFERENCE),
            entry("q cite", LinkKind.REFERENCE),
            entry("ins cite", LinkKind.REFERENCE),
            entry("del cite", LinkKind.REFERENCE),
            entry("base href", LinkKind.BASE),
            entry("form action", LinkKind.FORM),
            entry("button formaction", LinkKind.FORM),
            entry("input formaction", LinkKind.FORM),
            entry("img src", LinkKind.ASSET),
            entry("input src", LinkKind.ASSET),
            entry("script src", LinkKind.ASSET),
            entry("source src", LinkKind.ASSET),
            entry("track src", LinkKind.ASSET),
            entry("embed src", LinkKind.ASSET),
            entry("audio src", LinkKind.ASSET),
            entry("video src", LinkKind.ASSET),
            entry("video poster", LinkKind.ASSET),
            entry("object data", LinkKind.ASSET),
            entry("image href", LinkKind.ASSET),
            entry("image xlink:href", LinkKind.ASSET),
            entry("use href", LinkKind.ASSET),
            entry("use xlink:href", LinkKind.ASSET),
            entry("body background", LinkKind.ASSET),
            entry("table background", LinkKind.ASSET),
            entry("td background", LinkKind.ASSET),
            entry("th background", LinkKind.ASSET));

    private static final Set<String> FETCHED_RELATIONS = Set.of(
            "stylesheet", "icon", "apple-touch-icon", "mask-icon", "manifest", "preload", "modulepreload", "prefetch");

    private LinkAttributes() {}

    static Optional<LinkKind> kind(Element element, String attribute) {
        String name = attribute.toLowerCase(Locale.ROOT);
        String tag = element.normalName();
        if (tag.equals("link")) {
            return name.equals("href") ? Optional.of(relation(element.attr("rel"))) : Optional.empty();
        }
        return Optional.ofNullable(KINDS.get(tag + " " + name));
    }

    static boolean isSrcset(Element element, String attribute) {
        return switch (element.normalName()) {
            case "img", "source" -> attribute.equalsIgnoreCase("srcset");
            case "link" -> attribute.equalsIgnoreCase("imagesrcset");
            default -> false;
        };
    }

    /** Returns true if the attribute is the content of a {@code <meta http-equiv=refresh>}. */
    static boolean isRefresh(Element element, String attribute) {
        return element.normalName().equals("meta")
                && attribute.equalsIgnoreCase("content")
                && element.attr("http-equiv").equalsIgnoreCase("refresh");
    }

    private static LinkKind relation(String relations) {
        return SPACE.splitAsStream(relations.toLowerCase(Locale.ROOT)).anyMatch(FETCHED_RELATIONS::contains)
                ? LinkKind.ASSET
                : LinkKind.REFERENCE;
    }
}
