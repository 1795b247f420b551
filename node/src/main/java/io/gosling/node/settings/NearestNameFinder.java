package io.gosling.node.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the name that a misspelt one was meant to be. Pure. */
public final class NearestNameFinder {
    private NearestNameFinder() {}

    /**
     * Ends the sentence "expected ...": the name that has the wrong one's last part as its own, or the nearest name or
     * section when one is near; otherwise all names and sections beside it.
     *
     * @param names in full, with their sections before dots
     */
    static String hint(String wrong, Collection<String> names) {
        String section = wrong.substring(0, wrong.lastIndexOf('.') + 1);
        String last = wrong.substring(section.length());
        Set<String> beside = names.stream()
                .filter(name -> name.startsWith(section))
                .map(name -> name.substring(section.length(), end(name, section.length())))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return names.stream()
                .filter(name -> name.equals(last) || name.endsWith("." + last))
                .min(Comparator.comparing(name -> !name.equals(last)))
                .or(() -> nearest(last, beside).map(near -> section + near))
                .or(() -> nearest(wrong, section.isEmpty() ? names : Set.of()))
                .map(name -> "\"" + name + "\"?")
                .orElseGet(() -> "one of "
                        + (beside.isEmpty()
                                ? String.join(", ", names)
                                : section + String.join(", " + section, beside)));
    }

    /** The name that is nearest, if it is near enough to be the one that was meant. */
    public static Optional<String> nearest(String wrong, Collection<String> names) {
        return names.stream()
                .min(Comparator.comparingInt(name -> distance(wrong, name)))
                .filter(name -> distance(wrong, name) <= Math.max(2, wrong.length() / 3));
    }

    private static int end(String name, int begin) {
        int dot = name.indexOf('.', begin);
        return dot < 0 ? name.length() : dot;
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
