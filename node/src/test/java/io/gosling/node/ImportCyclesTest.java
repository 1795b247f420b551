package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.testing.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Imports of product sources make no package cycle. ArchUnit does not see those that only comments use. */
class ImportCyclesTest {
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?(io\\.gosling(?:\\.[a-z]\\w*)*)\\.[A-Z]");

    @Test
    void noImportMakesAPackageCycle() throws IOException {
        Map<String, Set<String>> imports = new TreeMap<>();
        for (Path source : Documents.sources()) {
            String text = Files.readString(source);
            Matcher declared = PACKAGE.matcher(text);
            assertTrue(declared.find(), source::toString);
            String name = declared.group(1);
            Set<String> others = imports.computeIfAbsent(name, first -> new TreeSet<>());
            IMPORT.matcher(text).results().map(found -> found.group(1)).forEach(others::add);
            others.remove(name);
        }
        assertTrue(imports.size() > 100, "only " + imports.size() + " packages were found");
        // What is left when packages that import nothing, or are imported by nothing, are removed again and again.
        boolean more = true;
        while (more) {
            more = imports.values().removeIf(Set::isEmpty);
            imports.values().forEach(others -> others.retainAll(imports.keySet()));
            Set<String> imported = new TreeSet<>();
            imports.values().forEach(imported::addAll);
            more |= imports.keySet().retainAll(imported);
        }
        assertEquals(Map.of(), imports);
    }
}
