package io.gosling.replication.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Range;
import org.jsoup.parser.Parser;

/** Walks a parsed page and hands each place that may hold an address to the collector. */
final class HtmlPage {
    /** Types of {@code <script>} that are data: nothing of them is run. */
    private static final Pattern DATA = Pattern.compile("(?i)\\s*(application/(ld\\+)?json|speculationrules)\\s*");

    private final String source;
    private final List<Element> elements;
    private final LinkCollector into;
    private final ElementUse uses;

    private HtmlPage(String source, LinkCollector into) {
        this.source = source;
        this.into = into;
        this.elements = Parser.htmlParser()
                .setTrackPosition(true)
                .parseInput(source, "")
                .getAllElements();
        this.uses = new ElementUse(PageBase.target(elements));
    }

    static PageShape collect(String source, int charsetEnd, LinkCollector into) {
        return new HtmlPage(source, into).collect(charsetEnd);
    }

    private PageShape collect(int charsetEnd) {
        boolean scripts = false;
        boolean meansItsServer = false;
        boolean canvas = false;
        List<String> policies = new ArrayList<>();
        for (Element element : elements) {
            collect(element);
            scripts |= isScript(element);
            meansItsServer |= ServerBoundElements.is(element);
            canvas |= element.normalName().equals("canvas");
            if (element.normalName().equals("meta")
                    && element.attr("http-equiv").equalsIgnoreCase("content-security-policy")) {
                policies.add(element.attr("content"));
            }
        }
        return new PageShape(baseAt(), charsetEnd, scripts, meansItsServer || into.hasWithoutPlace(), policies, canvas);
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

    private static boolean isScript(Element element) {
        return element.normalName().equals("script")
                && !DATA.matcher(element.attr("type")).matches();
    }

    private void collect(Element element) {
        if (PageBase.isIdle(element)) {
            return;
        }
        for (Attribute attribute : element.attributes()) {
            // An empty value has no place of its own: its range is where its name ends.
            if (!attribute.getValue().isEmpty()) {
                collect(element, attribute);
            }
        }
        if (element.normalName().equals("style")) {
            for (DataNode content : element.dataNodes()) {
                span(content.sourceRange(), where -> into.style(where, false));
            }
            SvgStyle.collect(element, source, into);
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

    private static void span(Range range, Consumer<TextSpan> use) {
        if (range.isTracked()) {
            use.accept(new TextSpan(range.startPos(), range.endPos()));
        }
    }
}
