package io.gosling.replication.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.CDataNode;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Range;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;

/** Walks a parsed page and hands each place that may hold an address to the collector. */
final class HtmlLinkScanner {
    /** Types of {@code <script>} that are data: nothing of them is run. */
    private static final Pattern DATA = Pattern.compile("(?i)\\s*(application/(ld\\+)?json|speculationrules)\\s*");

    private static final String CDATA = "<![CDATA[";

    private final String source;
    private final List<Element> elements;
    private final LinkCollector into;
    private final LinkUseAnalyzer uses;

    private HtmlLinkScanner(String source, LinkCollector into) {
        this.source = source;
        this.into = into;
        this.elements = Parser.htmlParser()
                .setTrackPosition(true)
                .parseInput(source, "")
                .getAllElements();
        this.uses = new LinkUseAnalyzer(target(elements));
    }

    static PageRewritability collect(String source, int charsetEnd, LinkCollector into) {
        return new HtmlLinkScanner(source, into).collect(charsetEnd);
    }

    private PageRewritability collect(int charsetEnd) {
        boolean scripts = false;
        boolean meansItsServer = false;
        boolean canvas = false;
        List<String> policies = new ArrayList<>();
        for (Element element : elements) {
            collect(element);
            scripts |= element.normalName().equals("script")
                    && !DATA.matcher(element.attr("type")).matches();
            meansItsServer |= isServerBound(element);
            canvas |= element.normalName().equals("canvas");
            if (element.normalName().equals("meta")
                    && element.attr("http-equiv").equalsIgnoreCase("content-security-policy")) {
                policies.add(element.attr("content"));
            }
        }
        return new PageRewritability(
                baseAt(), charsetEnd, scripts, meansItsServer || into.hasWithoutPlace(), policies, canvas);
    }

    /** The offset after the head's or root's tag, or before the first element. */
    private int baseAt() {
        for (Element element : elements) {
            Range range = element.sourceRange();
            boolean written = range.isTracked() && range.endPos() > range.startPos();
            if (written && element.normalName().equals("head")) {
                return range.endPos();
            }
            if (written
                    && !element.normalName().equals("html")
                    && !element.normalName().startsWith("#")) {
                break;
            }
        }
        for (Element element : elements) {
            Range range = element.sourceRange();
            if (range.isTracked() && range.endPos() > range.startPos()) {
                return element.normalName().equals("html") ? range.endPos() : range.startPos();
            }
        }
        return -1;
    }

    private void collect(Element element) {
        if (element.normalName().equals("base") && isInTemplate(element)) {
            return;
        }
        for (Attribute attribute : element.attributes()) {
            // An empty value has no place of its own: its range is where its name ends.
            if (!attribute.getValue().isEmpty()) {
                collect(element, attribute);
            }
        }
        if (element.normalName().equals("style")) {
            element.dataNodes().forEach(content -> span(content.sourceRange(), where -> into.style(where, false)));
            collectSvg(element);
        }
    }

    private void collect(Element element, Attribute attribute) {
        String name = attribute.getKey();
        span(attribute.sourceRange().valueRange(), value -> {
            if (name.equalsIgnoreCase("style")) {
                into.style(value, true);
            } else if (LinkAttributes.isSrcset(element, name)) {
                into.srcset(value, uses.of(element, name, LinkKind.ASSET));
            } else if (LinkAttributes.isRefresh(element, name)) {
                into.refresh(value, uses.of(element, name, LinkKind.PAGE));
            } else {
                LinkAttributes.kind(element, name)
                        .ifPresent(kind -> into.address(value, kind, uses.of(element, name, kind)));
            }
        });
    }

    private static void span(Range range, Consumer<TextRange> use) {
        if (range.isTracked()) {
            use.accept(new TextRange(range.startPos(), range.endPos()));
        }
    }

    /** The frame in which links open that name none themselves; empty where no base says. */
    private static String target(List<Element> page) {
        return page.stream()
                .filter(element -> element.normalName().equals("base") && element.hasAttr("target"))
                .filter(base -> !isInTemplate(base))
                .findFirst()
                .map(base -> base.attr("target"))
                .orElse("");
    }

    private static boolean isInTemplate(Element element) {
        return element.parents().stream().anyMatch(above -> above.normalName().equals("template"));
    }

    /** True for elements that refer to the server that their page comes from, and cannot be made absolute. */
    private static boolean isServerBound(Element element) {
        return switch (element.normalName()) {
            case "form" -> isItself(element.attr("action"));
            case "button", "input" -> element.hasAttr("formaction") && isItself(element.attr("formaction"));
            case "script" -> importsAsThePage(element);
            default -> false;
        };
    }

    private static boolean isItself(String action) {
        return action.isBlank() || action.strip().startsWith("#");
    }

    /** The addresses in an import map and in an inline module are resolved against the address of the page. */
    private static boolean importsAsThePage(Element script) {
        String type = script.attr("type").strip();
        return type.equalsIgnoreCase("importmap") || (type.equalsIgnoreCase("module") && !script.hasAttr("src"));
    }

    /**
     * Collects a {@code <style>} in SVG. Unlike that of HTML its content is text like any other: with character
     * references, comments and CDATA sections. It is handed on if it is one text whose every character has a place.
     */
    private void collectSvg(Element style) {
        List<TextNode> texts =
                style.textNodes().stream().filter(text -> !text.isBlank()).toList();
        if (texts.size() != 1 || !place(texts.getFirst())) {
            into.withoutPlace(texts.stream().map(TextNode::getWholeText).collect(Collectors.joining()));
        }
    }

    private boolean place(TextNode text) {
        Range range = text.sourceRange();
        if (!range.isTracked()) {
            return false;
        }
        String css = text.getWholeText();
        boolean references = !(text instanceof CDataNode);
        TextRange where =
                references ? new TextRange(range.startPos(), range.endPos()) : inSection(range.startPos(), css);
        boolean there = references
                ? SourceMappedText.attribute(source, where).text().equals(css)
                : source.startsWith(css, where.start());
        if (there) {
            into.style(where, references);
        }
        return there;
    }

    private TextRange inSection(int at, String css) {
        int start = source.startsWith(CDATA, at) ? at + CDATA.length() : at;
        return new TextRange(start, start + css.length());
    }
}
