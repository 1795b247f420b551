package io.gosling.replication.graph;

import org.jsoup.nodes.Element;

/** Detects elements that refer to the server that their page comes from, and cannot be made absolute. */
final class ServerBoundElements {
    private ServerBoundElements() {}

    static boolean is(Element element) {
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
}
