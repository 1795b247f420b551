package io.gosling.node.settings;

import java.util.Collection;
import java.util.Comparator;

/** Finds the name that a misspelt one was meant to be. Pure. */
final class NearestName {
    private NearestName() {}

    /** Ends the sentence "expected ...": the nearest name when one is near, all names otherwise. */
    static String hint(String wrong, Collection<String> names) {
        return names.stream()
                .min(Comparator.comparingInt(name -> distance(wrong, name)))
                .filter(name -> distance(wrong, name) <= Math.max(2, wrong.length() / 3))
                .map(name -> "\"" + name + "\"?")
                .orElseGet(() -> "one of " + String.join(", ", names));
    }

    /** Levenshtein's distance: the fewest insertions, deletions and replacements of a character. */
    static int distance(String a, String b) {
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(row[j - 1], above[j]));
            }
            above = row;
        }
        return above[b.length()];
    }
}
