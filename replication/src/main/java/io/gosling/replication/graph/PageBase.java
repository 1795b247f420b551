package io.gosling.replication.graph;

import java.util.List;
import org.jsoup.nodes.Element;

/** The {@code <base>} of a page. One in a {@code <template>} counts in no browser. */
final class PageBase {
    private PageBase() {}

    /** True if an element is a base that does not count. */
    static boolean isIdle(Element element) {
        return element.normalName().equals("base") && isInTemplate(element);
    }

    /** The frame in which links open that name none themselves; empty where no base says. */
    static String target(List<Element> page) {
        return page.stream()
                .filter(element -> element.normalName().equals("base") && element.hasAttr("target"))
                .filter(base -> !isInTemplate(base))
                .findFirst()
                .map(base -> base.attr("target"))
                .orElse("");
    }

    private static boolean isInTemplate(Element element) {
        for (Element above = element.parent(); above != null; above = above.parent()) {
            if (above.normalName().equals("template")) {
                return true;
            }
        }
        return false;
    }
}
