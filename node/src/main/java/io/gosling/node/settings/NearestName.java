package io.gosling.node.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the name that a misspelt one was meant to be. Pure. */
final class NearestName {
    private NearestName() {}

    /**
     * Ends the sentence "expected ...": the nearest name or section when one is near, or the one that has it as its last part;
     * otherwise all names and sections beside it.
     *
     * @param names in full, with their sections before dots
     */
    static String hint(String wrong, Collection<String> names) {
        String section = wrong.substring(0, wrong.lastIndexOf('.') + 1);
        Set<String> beside = names.stream()
                .filter(name -> name.startsWith(section))
                .map(name -> name.substring(0, end(name, section.length())))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return Stream.concat(beside.stream(), names.stream())
                .min(Comparator.comparingInt(name -> distance(wrong, name)))
                .filter(name -> distance(wrong, name) <= Math.max(2, wrong.length() / 3))
                .or(() -> names.stream()
                        .filter(name -> name.endsWith("." + wrong.substring(section.length())))
                        .findFirst())
                .map(name -> "\"" + name + "\"?")
                .orElseGet(() -> "one of " + String.join(", ", beside.isEmpty() ? names : beside));
    }

    /** Where the part of a name ends that begins there. */
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
