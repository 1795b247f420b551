package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.testing.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The README tells a lookup with the names of classes; they must be those of the source. */
class ReadmeTest {
    /** {@code `Supervisor`} or {@code `LocalObjectCache.acquire`}: a class by our naming, perhaps with a member. */
    private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]\\w*)(?:\\.(\\w+))?`");

    @Test
    void theReadmeNamesOnlyClassesAndMembersThatExist() throws IOException {
        Map<String, Path> classes = new TreeMap<>();
        for (Path source : Documents.sources()) {
            classes.put(source.getFileName().toString().replace(".java", ""), source);
        }
        TreeSet<String> missing = new TreeSet<>();
        List<MatchResult> named = CLASS.matcher(Files.readString(Documents.ROOT.resolve("README.md")))
                .results()
                .toList();
        for (MatchResult name : named) {
            Path source = classes.get(name.group(1));
            String member = name.group(2);
            if (source == null || (member != null && !Files.readString(source).contains(" " + member + "("))) {
                missing.add(name.group());
            }
        }
        assertEquals(new TreeSet<>(), missing);
        assertTrue(named.size() >= 10, "classes in the README: " + named.size());
    }
}
