package io.gosling.replication.graph;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;

/** The attributes of HTML elements that hold an address, with the kind of its link. */
final class LinkAttributes {
    private static final Pattern SPACE = Pattern.compile("[ \t\n\f\r]+");

    private static final Map<String, LinkKind> KINDS = """
            PAGE: a href, a xlink:href, area href, frame src, iframe src
            REFERENCE: frame longdesc, iframe longdesc, img longdesc, blockquote cite, q cite, ins cite, del cite
            BASE: base href
            FORM: form action, button formaction, input formaction
            ASSET: img src, input src, script src, source src, track src, embed src, audio src, video src, video poster
            ASSET: object data, image href, image xlink:href, use href, use xlink:href
            ASSET: body background, table background, td background, th background
            """.lines()
            .map(line -> line.split(": "))
            .flatMap(line -> Stream.of(line[1].split(", ")).map(place -> Map.entry(place, LinkKind.valueOf(line[0]))))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

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
