package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.testing.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each package-info.java is short, begins its reading at a class, and names only classes and packages that exist. */
class PackageDescriptionsTest {
    private static final int MOST_LINES = 14;
    private static final int FEWEST_NAMES = 400;

    /** Words of two humps that are no names of classes. */
    private static final Set<String> OF_OTHERS = Set.of("BoringSSL", "KiB", "WebSocket");

    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*\\*(.*?)\\*/");
    private static final Pattern TAG = Pattern.compile("\\{@(link|code|value) ([^}]*)\\}");
    private static final Pattern NAME =
            Pattern.compile("(?:([a-z][a-z0-9]*(?:\\.[a-z][a-z0-9]*)*)\\.)?([A-Z]\\w*[a-z]\\w*)((?:[.#]\\w+)*)");
    private static final Pattern HUMPS = Pattern.compile("\\b[A-Z][a-z0-9]+[A-Z]\\w*");
    private static final Pattern PACKAGE = Pattern.compile("\\bio\\.gosling(?:\\.[a-z][a-z0-9]*)*");
    private static final Pattern START = Pattern.compile("[Ss]tart (?:reading )?at (?!\\{@)\\w+");
    private static final Pattern PLACE = Pattern.compile(".*/src/main/java/(.+)/([^/]+)\\.java");

    @Test
    void everyClassThatIsNamedExists() throws IOException {
        Map<String, String> sources = sources();
        Map<String, String> simple = new HashMap<>();
        sources.forEach((name, source) -> simple.put(name.substring(name.lastIndexOf('.') + 1), source));
        TreeSet<String> missing = new TreeSet<>();
        int named = 0;
        for (Map.Entry<String, String> description : descriptions().entrySet()) {
            String text = description.getValue();
            assertFalse(text.isBlank(), description.getKey());
            for (MatchResult tag : TAG.matcher(text).results().toList()) {
                Matcher name = NAME.matcher(tag.group(2));
                if (!name.matches()) {
                    continue;
                }
                named++;
                boolean link = tag.group(1).equals("link");
                String place = name.group(1) == null ? description.getKey() : name.group(1);
                String source = link ? sources.get(place + "." + name.group(2)) : simple.get(name.group(2));
                if (source == null || !hasMembers(source, name.group(3))) {
                    missing.add(description.getKey() + ": " + tag.group());
                }
            }
            for (MatchResult word :
                    HUMPS.matcher(TAG.matcher(text).replaceAll("")).results().toList()) {
                if (!simple.containsKey(word.group()) && !OF_OTHERS.contains(word.group())) {
                    missing.add(description.getKey() + ": " + word.group());
                }
            }
        }
        assertEquals(new TreeSet<>(), missing);
        assertTrue(named > FEWEST_NAMES, "only " + named + " classes were found");
    }

    @Test
    void everyPackageThatIsNamedExists() throws IOException {
        Map<String, String> descriptions = descriptions();
        Set<String> packages = descriptions.keySet();
        TreeSet<String> missing = new TreeSet<>();
        descriptions.forEach((of, text) -> PACKAGE.matcher(text)
                .results()
                .map(MatchResult::group)
                .filter(name -> packages.stream().noneMatch(known -> (known + ".").startsWith(name + ".")))
                .forEach(name -> missing.add(of + ": " + name)));
        assertEquals(new TreeSet<>(), missing);
    }

    @Test
    void theClassToStartAtIsALink() throws IOException {
        TreeSet<String> unlinked = new TreeSet<>();
        descriptions()
                .forEach((of, text) ->
                        START.matcher(text).results().forEach(start -> unlinked.add(of + ": " + start.group())));
        assertEquals(new TreeSet<>(), unlinked);
    }

    @Test
    void noDescriptionIsLong() throws IOException {
        TreeSet<String> tooLong = new TreeSet<>();
        for (Path file : files()) {
            Matcher comment = COMMENT.matcher(Files.readString(file));
            if (comment.find() && comment.group(1).strip().lines().count() > MOST_LINES) {
                tooLong.add(Documents.ROOT.relativize(file).toString());
            }
        }
        assertEquals(new TreeSet<>(), tooLong);
    }

    private static boolean hasMembers(String source, String members) {
        return Pattern.compile("\\w+")
                .matcher(members)
                .results()
                .allMatch(member -> Pattern.compile("\\b" + member.group() + "\\b")
                        .matcher(source)
                        .find());
    }

    private static List<Path> files() throws IOException {
        return Documents.sources().stream()
                .filter(source -> source.endsWith("package-info.java"))
                .toList();
    }

    /** The descriptions by their packages, on one line. */
    private static Map<String, String> descriptions() throws IOException {
        Map<String, String> descriptions = new HashMap<>();
        for (Path file : files()) {
            Matcher comment = COMMENT.matcher(Files.readString(file));
            String text = comment.find() ? comment.group(1).replaceAll("\\s*\\n \\* ?", " ") : "";
            descriptions.put(packageOf(file), text);
        }
        return descriptions;
    }

    /** The sources of product classes, by their whole names. */
    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new HashMap<>();
        for (Path source : Documents.sources()) {
            String name = source.getFileName().toString().replace(".java", "");
            if (!name.equals("package-info") && !name.equals("module-info")) {
                sources.put(packageOf(source) + "." + name, Files.readString(source));
            }
        }
        return sources;
    }

    private static String packageOf(Path source) {
        Matcher place = PLACE.matcher(source.toString().replace('\\', '/'));
        assertTrue(place.matches(), source::toString);
        return place.group(1).replace('/', '.');
    }
}
