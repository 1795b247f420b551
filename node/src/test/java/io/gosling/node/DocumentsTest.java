package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.testing.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DocumentsTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern METHOD = Pattern.compile("`([A-Z]\\w+)\\.([a-z]\\w+)`");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    /** The reference, the evidence, the reasons, and the page for those who change the code. */
    private static final Set<String> LONG = Set.of("settings.md", "papers.md", "decisions.md", "architecture.md");

    private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\p{N}]\\S*");
    private static final int MOST_WORDS = 2500;
    private static final int MOST_WORDS_TOGETHER = 45_000;

    @Test
    void everyLinkOfEveryDocumentLeadsToAFileAndAHeadingThatExist() throws IOException {
        TreeSet<String> broken = new TreeSet<>();
        for (Path document : Documents.markdown()) {
            for (String link : links(Files.readString(document))) {
                String[] parts = link.split("#", 2);
                Path target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]);
                if (!Files.exists(target) || (parts.length == 2 && !hasHeading(target, parts[1]))) {
                    broken.add(Documents.ROOT.relativize(document) + ": " + link);
                }
            }
        }
        assertEquals(new TreeSet<>(), broken);
    }

    @Test
    void theIndexOfTheDocumentsNamesEachOfThem() throws IOException {
        String index = Files.readString(Documents.ROOT.resolve("docs/README.md"));
        Path docs = Documents.ROOT.resolve("docs");
        for (Path document : Documents.markdown()) {
            if (document.startsWith(docs) && !document.endsWith("README.md")) {
                assertTrue(index.contains("(" + docs.relativize(document) + ")"), document::toString);
            }
        }
    }

    @Test
    void pagesForUsersAreShort() throws IOException {
        Path docs = Documents.ROOT.resolve("docs");
        TreeMap<String, Integer> tooLong = new TreeMap<>();
        int total = 0;
        for (Path page : Documents.markdown()) {
            String name = docs.relativize(page).toString();
            if (docs.equals(page.getParent()) && !LONG.contains(name)) {
                int words = (int) WORD.matcher(Files.readString(page)).results().count();
                total += words;
                if (words > MOST_WORDS) {
                    tooLong.put(name, words);
                }
            }
        }
        assertEquals(new TreeMap<>(), tooLong);
        assertTrue(total > 20_000 && total <= MOST_WORDS_TOGETHER, "words: " + total);
    }

    @Test
    void thePackagesOfThePublicApiAreThoseThatNameTheirVersion() throws IOException {
        TreeSet<String> marked = new TreeSet<>();
        for (Path source : Documents.sources()) {
            String text = source.endsWith("package-info.java") ? Files.readString(source) : "";
            if (text.contains("@since ")) {
                marked.add(text.replaceAll("(?s).*\\npackage ([a-z.]+);.*", "$1"));
            }
        }
        String page = Files.readString(Documents.ROOT.resolve("docs/guide.md"));
        String table = page.replaceAll("(?s).*\\| package \\| contains \\|(.*?)\\n\\n.*", "$1");
        TreeSet<String> listed = new TreeSet<>();
        Pattern.compile("`(io\\.gosling[^`]*)`").matcher(table).results().forEach(name -> listed.add(name.group(1)));
        assertEquals(marked, listed);
    }

    @Test
    void theExtensionsThatAreKnownAreThoseOfTheSource() throws IOException {
        TreeSet<String> known = new TreeSet<>();
        Pattern row = Pattern.compile("(?m)^ +([a-z0-9 ]+) = [a-z]+/");
        for (MatchResult line :
                row.matcher(source("FileExtensionMediaTypes")).results().toList()) {
            known.addAll(List.of(line.group(1).split(" ")));
        }
        String page = Files.readString(Documents.ROOT.resolve("docs/sites.md"));
        String listed = page.replaceAll("(?s).*known of the extensions `([^`]*)`.*", "$1");
        assertEquals(known, new TreeSet<>(List.of(listed.split(" "))));
    }

    @Test
    void theHeadersThatNameAClientAreThoseOfTheSource() throws IOException {
        Pattern texts = Pattern.compile("(?s)\"{3}(.*?)\"{3}|\"([a-z$][a-z$-]*)\"");
        TreeSet<String> known = new TreeSet<>();
        for (MatchResult text :
                texts.matcher(source("ForwardingHeaderNames")).results().toList()) {
            String names = text.group(1) == null ? text.group(2) : text.group(1);
            known.addAll(List.of(names.strip().split("\\s+")));
        }
        String page = Files.readString(Documents.ROOT.resolve("docs/dispatching.md"));
        String table = page.replaceAll("(?s).*\\| they name \\|(.*?)\\n\\n.*", "$1");
        TreeSet<String> listed = new TreeSet<>();
        Pattern.compile("`([^`]+)`").matcher(table).results().forEach(name -> listed.add(name.group(1)));
        assertEquals(known, listed);
    }

    @Test
    void everyMethodThatTheArchitectureNamesExists() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        for (Path source : Documents.sources()) {
            sources.merge(String.valueOf(source.getFileName()), Files.readString(source), String::concat);
        }
        String page = Files.readString(Documents.ROOT.resolve("docs/architecture.md"));
        List<MatchResult> named = METHOD.matcher(page).results().toList();
        assertEquals(
                List.of(),
                named.stream()
                        .filter(name -> !sources.getOrDefault(name.group(1) + ".java", "")
                                .matches("(?s).*\\b" + name.group(2) + "\\b.*"))
                        .map(MatchResult::group)
                        .toList());
        assertTrue(named.size() >= 50, "methods found: " + named.size());
    }

    private static String source(String name) throws IOException {
        for (Path source : Documents.sources()) {
            if (source.endsWith(name + ".java")) {
                return Files.readString(source);
            }
        }
        throw new IOException(name + ".java does not exist");
    }

    @Test
    void theSameVersionOfH2specIsInstalledEverywhere() throws IOException {
        Pattern pinned = Pattern.compile("h2spec@(\\S+)");
        TreeSet<String> versions = new TreeSet<>();
        for (String file : List.of(".ci/run", "docs/http2.md")) {
            List<MatchResult> found = pinned.matcher(Files.readString(Documents.ROOT.resolve(file)))
                    .results()
                    .toList();
            assertTrue(!found.isEmpty(), file);
            found.forEach(match -> versions.add(match.group(1)));
        }
        assertEquals(1, versions.size(), versions::toString);
        assertTrue(versions.first().matches("v[0-9.]+.*"), versions::toString);
    }

    private static List<String> links(String document) {
        return LINK.matcher(document)
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.matches("[a-z]+:.*"))
                .toList();
    }

    private static boolean hasHeading(Path document, String anchor) throws IOException {
        return HEADING.matcher(Files.readString(document))
                .results()
                .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
                .anyMatch(heading ->
                        heading.replaceAll("[^a-z0-9 _-]", "").replace(' ', '-').equals(anchor));
    }
}
