package io.gosling.node;

import static java.util.stream.Collectors.toSet;
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

/** docs/architecture.md names only classes, methods and packages that exist, and each package describes itself. */
class ArchitecturePageTest {
    /** Classes of libraries that the page names. */
    private static final Set<String> OF_LIBRARIES = Set.of("FlowControlHandler", "HttpUtil");

    private static final List<String> PATHS = List.of(
            "Hot GET",
            "Cold GET answered by a peer",
            "Cooperative miss",
            "Request through the front-end",
            "Proxy miss",
            "Page with chosen links");
    private static final int MOST_STEPS = 9;
    private static final int MOST_FILES = 14;
    private static final Pattern FILES = Pattern.compile("The classes of these steps[^\\n]* are in (\\d+) files:");
    private static final String MODULES = "What runs where";
    private static final int MODULE_COUNT = 7;

    private static final Pattern CODE = Pattern.compile("(?<!`)`([^`\\n]+)`(?!`)");
    private static final Pattern CLASS = Pattern.compile("([A-Z]\\w*[a-z]\\w*)(?:\\.([A-Za-z]\\w*))?");
    private static final Pattern MODULE = Pattern.compile("(?m)^- \\*\\*.*$");
    private static final Pattern PACKAGE = Pattern.compile("[a-z][a-z0-9]*(\\.[a-z][a-z0-9]*)*");
    /** Of a product class that is in a package below io.gosling, in whatever module. */
    private static final Pattern PLACE = Pattern.compile(".*/src/main/java/io/gosling/(.+)/[^/]+\\.java");

    private static final Pattern SECTION = Pattern.compile("(?m)^#{2,3} (.*)$");
    private static final Pattern STEP = Pattern.compile("(?m)^(\\d+)\\. (.*)$");
    private static final Pattern THREAD = Pattern.compile("\\*(loop|virtual|Hazelcast)\\*");

    @Test
    void everyClassAndMethodThatIsNamedExists() throws IOException {
        Map<String, String> sources = sources();
        TreeSet<String> missing = new TreeSet<>();
        int named = 0;
        for (MatchResult code : CODE.matcher(page()).results().toList()) {
            MatchResult name = CLASS.matcher(code.group(1))
                    .results()
                    .filter(found -> found.group().equals(code.group(1)))
                    .findFirst()
                    .orElse(null);
            if (name == null || OF_LIBRARIES.contains(name.group(1))) {
                continue;
            }
            named++;
            String source = sources.get(name.group(1));
            String member = name.group(2);
            if (source == null || (member != null && !declares(source, member))) {
                missing.add(code.group(1));
            }
        }
        assertEquals(new TreeSet<>(), missing);
        assertTrue(named > PATHS.size() * MOST_STEPS, "only " + named + " classes were found on the page");
    }

    @Test
    void everyPackageThatIsNamedExists() throws IOException {
        Set<String> packages = packages();
        TreeSet<String> missing = new TreeSet<>();
        List<MatchResult> modules = MODULE.matcher(section(MODULES)).results().toList();
        assertEquals(MODULE_COUNT, modules.size(), "modules with packages to start at");
        for (MatchResult module : modules) {
            List<String> named = CODE.matcher(module.group())
                    .results()
                    .map(code -> code.group(1))
                    .filter(name -> PACKAGE.matcher(name).matches())
                    .toList();
            assertFalse(named.isEmpty(), module.group());
            missing.addAll(named);
        }
        missing.removeAll(packages);
        assertEquals(new TreeSet<>(), missing);
    }

    @Test
    void everyPackageIsDescribedByItsPackageInfo() throws IOException {
        TreeSet<Path> undescribed = new TreeSet<>();
        for (Path source : Documents.sources()) {
            if (!Files.exists(source.resolveSibling("package-info.java"))) {
                undescribed.add(Documents.ROOT.relativize(source).getParent());
            }
        }
        assertEquals(new TreeSet<>(), undescribed);
    }

    @Test
    void eachRequestPathHasItsHeadingAndAtMostNineStepsThatNameTheirThread() throws IOException {
        for (int i = 0; i < PATHS.size(); i++) {
            String path = section(i + 1 + ". " + PATHS.get(i));
            List<MatchResult> steps = STEP.matcher(path).results().toList();
            assertTrue(
                    !steps.isEmpty() && steps.size() <= MOST_STEPS, PATHS.get(i) + " has " + steps.size() + " steps");
            for (int step = 0; step < steps.size(); step++) {
                assertEquals(Integer.toString(step + 1), steps.get(step).group(1), PATHS.get(i));
                assertTrue(
                        THREAD.matcher(steps.get(step).group(2)).lookingAt(),
                        steps.get(step).group());
            }
        }
    }

    /** The paths that have to be short say how many files their steps name. */
    @Test
    void thePathsThatCountTheirFilesCountThemRightAndHaveFew() throws IOException {
        for (String heading : List.of("3. Cooperative miss", "4. Request through the front-end")) {
            String path = section(heading);
            Matcher said = FILES.matcher(path);
            assertTrue(said.find(), heading);
            TreeSet<String> named = new TreeSet<>();
            for (MatchResult step : STEP.matcher(path).results().toList()) {
                for (MatchResult code : CODE.matcher(step.group(2)).results().toList()) {
                    Matcher name = CLASS.matcher(code.group(1));
                    if (name.matches()) {
                        named.add(name.group(1));
                    }
                }
            }
            assertEquals(Integer.parseInt(said.group(1)), named.size(), () -> heading + ": " + named);
            assertTrue(named.size() <= MOST_FILES, () -> heading + ": " + named);
        }
    }

    /** @param member the name of a method, or of a nested class, which begins with a capital */
    private static boolean declares(String source, String member) {
        return Character.isUpperCase(member.charAt(0))
                ? Pattern.compile("\\b(class|record|interface|enum) " + member + "\\b")
                        .matcher(source)
                        .find()
                : source.contains(" " + member + "(");
    }

    private static String page() throws IOException {
        return Files.readString(Documents.ROOT.resolve("docs/architecture.md"));
    }

    /** The text below a heading, to the next one. */
    private static String section(String heading) throws IOException {
        String page = page();
        List<MatchResult> headings = SECTION.matcher(page).results().toList();
        for (int i = 0; i < headings.size(); i++) {
            if (headings.get(i).group(1).equals(heading)) {
                int end = i + 1 < headings.size() ? headings.get(i + 1).start() : page.length();
                return page.substring(headings.get(i).end(), end);
            }
        }
        throw new AssertionError("docs/architecture.md has no heading \"" + heading + "\"");
    }

    /** The sources of product classes, by simple name; those of one name are joined. */
    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new HashMap<>();
        for (Path source : Documents.sources()) {
            String name = source.getFileName().toString().replace(".java", "");
            sources.merge(name, Files.readString(source), String::concat);
        }
        return sources;
    }

    /** The packages of product classes, without io.gosling; that of the project itself is none of them. */
    private static Set<String> packages() throws IOException {
        return Documents.sources().stream()
                .map(source -> PLACE.matcher(source.toString().replace('\\', '/')))
                .filter(Matcher::matches)
                .map(place -> place.group(1).replace('/', '.'))
                .collect(toSet());
    }
}
