package io.gosling.node.cli;

import java.util.ArrayList;
import java.util.List;

/** Texts of a help whose lines are broken where the source code's are, as paragraphs that are broken where they are shown. */
final class HelpParagraphs {
    private HelpParagraphs() {}

    /** Lines that follow each other in one; not those that are empty, begin with a blank, as examples do, or end with a colon. */
    static String[] of(String... lines) {
        List<String> paragraphs = new ArrayList<>();
        boolean goesOn = false;
        for (String line : lines) {
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
