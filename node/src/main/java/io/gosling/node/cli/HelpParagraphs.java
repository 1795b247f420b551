package io.gosling.node.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Joins the lines of help texts, which are broken as in the source code, into paragraphs that are wrapped when they are
 * shown.
 */
final class HelpParagraphs {
    private HelpParagraphs() {}

    /** Joins consecutive lines, except empty and indented ones, and those that end with a colon. */
    static String[] of(String... lines) {
        List<String> paragraphs = new ArrayList<>();
        boolean goesOn = false;
        for (String line : Stream.of(lines)
                .flatMap(text -> Stream.of(text.split("\n", -1)))
                .toList()) {
            boolean text = !line.isEmpty() && line.charAt(0) != ' ';
            if (text && goesOn) {
                paragraphs.add(paragraphs.removeLast() + " " + line);
            } else {
                paragraphs.add(line);
            }
            goesOn = text && !line.endsWith(":");
        }
        return paragraphs.toArray(String[]::new);
    }
}
