package io.gosling.node.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Joins the lines of help texts, which are broken as in the source code, into paragraphs, and breaks these anew for a
 * terminal.
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

    /** The lines of a paragraph, broken at spaces only; picocli breaks names, paths and URLs. Commands stay whole. */
    static List<String> wrapped(String paragraph, int width) {
        List<String> lines = new ArrayList<>();
        String rest = paragraph;
        for (int at;
                !paragraph.startsWith("  ") && rest.length() > width && (at = rest.lastIndexOf(' ', width)) > 0;
                rest = rest.substring(at + 1)) {
            lines.add(rest.substring(0, at));
        }
        lines.add(rest);
        return lines;
    }
}
