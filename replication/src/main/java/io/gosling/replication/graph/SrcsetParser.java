package io.gosling.replication.graph;

import java.util.ArrayList;
import java.util.List;

/** Finds the addresses in a {@code srcset}, as the HTML standard parses one. */
final class SrcsetParser {
    private SrcsetParser() {}

    static List<TextRange> addresses(String srcset) {
        List<TextRange> found = new ArrayList<>();
        int at = 0;
        while (true) {
            while (at < srcset.length() && (TextRange.isSpace(srcset.charAt(at)) || srcset.charAt(at) == ',')) {
                at++;
            }
            if (at == srcset.length()) {
                return found;
            }
            int start = at;
            while (at < srcset.length() && !TextRange.isSpace(srcset.charAt(at))) {
                at++;
            }
            int end = at;
            while (srcset.charAt(end - 1) == ',') {
                end--;
            }
            found.add(new TextRange(start, end));
            if (end == at) {
                at = endOfDescriptors(srcset, at);
            }
        }
    }

    /** The comma after the descriptors ({@code 2x}, {@code 640w}); commas in parentheses belong to a descriptor. */
    private static int endOfDescriptors(String srcset, int from) {
        int depth = 0;
        for (int at = from; at < srcset.length(); at++) {
            switch (srcset.charAt(at)) {
                case '(' -> depth++;
                case ')' -> depth = Math.max(0, depth - 1);
                case ',' -> {
                    if (depth == 0) {
                        return at;
                    }
                }
                default -> {}
            }
        }
        return srcset.length();
    }
}
