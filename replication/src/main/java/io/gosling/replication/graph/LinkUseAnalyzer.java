package io.gosling.replication.graph;

import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Element;

/** Derives from an element's attributes how its addresses are fetched. Used by one thread, for one page. */
final class LinkUseAnalyzer {
    private static final Pattern SPACE = Pattern.compile("[ \t\n\f\r]+");
    private static final Set<String> NAMELESS = Set.of("_self", "_blank", "_parent", "_top");

    private final String baseTarget;
    /** By picture: the element whose attributes apply to its sources. */
    private final IdentityHashMap<Element, Element> images = new IdentityHashMap<>();

    /** @param baseTarget the target of links by default, from the page's base */
    LinkUseAnalyzer(String baseTarget) {
        this.baseTarget = baseTarget;
    }

    LinkUse of(Element element, String attribute, LinkKind kind) {
        Set<LinkCaution> cautions = EnumSet.noneOf(LinkCaution.class);
        String tag = element.normalName();
        Set<String> relations = Set.of();
        if (tag.equals("link")) {
            relations = Set.copyOf(SPACE.splitAsStream(element.attr("rel").toLowerCase(Locale.ROOT))
                    .distinct()
                    .toList());
            relation(relations, cautions);
        }
        RequestDestination destination = destination(element, tag, attribute, kind, relations);
        if (destination == RequestDestination.FONT) {
            cautions.add(LinkCaution.FONT);
        }
        attributes(element, tag, cautions);
        if (kind == LinkKind.REFERENCE) {
            cautions.add(LinkCaution.NAME);
        }
        return new LinkUse(destination, true, cautions);
    }

    private static void relation(Set<String> relations, Set<LinkCaution> cautions) {
        if (relations.contains("manifest")) {
            cautions.add(LinkCaution.SAME_ORIGIN);
        }
        if (relations.contains("modulepreload")) {
            cautions.add(LinkCaution.MODULE);
        }
        if (relations.contains("serviceworker")) {
            cautions.add(LinkCaution.SERVICE_WORKER);
        }
        // An alternate style sheet is fetched; any other alternate names another page (hreflang, feeds).
        if (relations.contains("canonical") || (relations.contains("alternate") && !relations.contains("stylesheet"))) {
            cautions.add(LinkCaution.NAME);
        }
    }

    private void attributes(Element element, String tag, Set<LinkCaution> cautions) {
        if (element.hasAttr("integrity") && !element.attr("integrity").isBlank()) {
            cautions.add(LinkCaution.INTEGRITY);
        }
        Element fetcher = fetcher(element, tag);
        if (fetcher.hasAttr("crossorigin")) {
            cautions.add(
                    fetcher.attr("crossorigin").equalsIgnoreCase("use-credentials")
                            ? LinkCaution.CREDENTIALS
                            : LinkCaution.CORS);
        }
        switch (tag) {
            case "a", "area" -> {
                if (element.hasAttr("download")) {
                    cautions.add(LinkCaution.DOWNLOAD);
                }
                if (opensInFrame(element)) {
                    cautions.add(LinkCaution.SAME_ORIGIN);
                }
            }
            case "script" -> {
                if (element.attr("type").strip().equalsIgnoreCase("module")) {
                    cautions.add(LinkCaution.MODULE);
                }
            }
            case "use", "track", "iframe", "frame", "object", "embed" -> cautions.add(LinkCaution.SAME_ORIGIN);
            default -> {}
        }
    }

    /** True if a link opens in a frame by name, which does not work between pages of different origins. */
    private boolean opensInFrame(Element link) {
        String target = link.hasAttr("target") ? link.attr("target") : baseTarget;
        return !target.isEmpty() && !NAMELESS.contains(target.toLowerCase(Locale.ROOT));
    }

    /** The element whose attributes determine how a candidate is fetched: for a source, its image or player. */
    private Element fetcher(Element element, String tag) {
        Element parent = element.parent();
        if (!tag.equals("source") || parent == null) {
            return element;
        }
        // Searched once for each picture, not for each of its sources.
        return parent.normalName().equals("picture") ? images.computeIfAbsent(parent, LinkUseAnalyzer::image) : parent;
    }

    private static Element image(Element picture) {
        return picture.children().stream()
                .filter(child -> child.normalName().equals("img"))
                .findFirst()
                .orElse(picture);
    }

    private static RequestDestination destination(
            Element element, String tag, String attribute, LinkKind kind, Set<String> relations) {
        return switch (tag) {
            case "a", "area", "meta" -> RequestDestination.DOCUMENT;
            case "iframe", "frame" ->
                attribute.equalsIgnoreCase("src") ? RequestDestination.FRAME : RequestDestination.OTHER;
            case "img", "input", "image", "body", "table", "td", "th" ->
                kind == LinkKind.ASSET ? RequestDestination.IMAGE : RequestDestination.OTHER;
            case "script" -> RequestDestination.SCRIPT;
            case "video" -> attribute.equalsIgnoreCase("poster") ? RequestDestination.IMAGE : RequestDestination.MEDIA;
            case "audio", "track" -> RequestDestination.MEDIA;
            case "source" -> {
                Element parent = element.parent();
                yield parent != null && List.of("audio", "video").contains(parent.normalName())
                        ? RequestDestination.MEDIA
                        : RequestDestination.IMAGE;
            }
            case "object", "embed" -> RequestDestination.OBJECT;
            case "link" -> linked(element, relations);
            default -> RequestDestination.OTHER;
        };
    }

    private static RequestDestination linked(Element element, Set<String> relations) {
        if (relations.contains("stylesheet")) {
            return RequestDestination.STYLE;
        }
        if (relations.contains("modulepreload")) {
            return RequestDestination.SCRIPT;
        }
        if (relations.contains("preload")) {
            return switch (element.attr("as").toLowerCase(Locale.ROOT)) {
                case "style" -> RequestDestination.STYLE;
                case "script" -> RequestDestination.SCRIPT;
                case "image" -> RequestDestination.IMAGE;
                case "font" -> RequestDestination.FONT;
                case "audio", "video", "track" -> RequestDestination.MEDIA;
                default -> RequestDestination.OTHER;
            };
        }
        return relations.contains("icon") || relations.contains("apple-touch-icon") || relations.contains("mask-icon")
                ? RequestDestination.IMAGE
                : RequestDestination.OTHER;
    }
}
