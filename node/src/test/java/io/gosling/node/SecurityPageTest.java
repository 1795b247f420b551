package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.testing.Documents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every line of docs/internal/guarantees.md names tests that exist and run. */
class SecurityPageTest {
    private static final Path GUARANTEES = Documents.ROOT.resolve("docs/internal/guarantees.md");
    private static final Path PAGE = Documents.ROOT.resolve("docs/security.md");
    private static final String SEPARATOR = " -- ";
    private static final Pattern NAME = Pattern.compile("`(\\w+)(?:#(\\w+))?`");
    private static final Pattern TEST =
            Pattern.compile("@(Test|ParameterizedTest|RepeatedTest|TestFactory|ArchTest)\\b");
    private static final Pattern OFF = Pattern.compile("@(Disabled|Enabled)(?!OnOs)");

    @Test
    void everyGuaranteeNamesTestsThatRun() throws IOException {
        Map<String, List<String>> tests = tests();
        List<String> complaints = new ArrayList<>();
        List<String> lines = guarantees(Files.readString(GUARANTEES));
        for (String line : lines) {
            complaints.addAll(complaints(line, tests));
        }
        assertEquals(List.of(), complaints);
        assertTrue(lines.size() >= 100, "lines: " + lines.size());
    }

    @Test
    void whatOnlyTheOperatorCanDoAndWhatIsNotProtectedHaveTheirOwnLists() throws IOException {
        String page = Files.readString(PAGE);
        for (String heading : List.of("## What only you can do\n\n- ", "## Not protected\n\n- ")) {
            assertTrue(page.contains(heading), heading);
        }
        assertEquals(
                List.of(),
                page.substring(page.indexOf("## What only you can do"))
                        .lines()
                        .filter(line -> line.contains(SEPARATOR))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Something is held                     | names no test",
                "It is held -- `NoTest#runs`           | NoTest#runs: no such class",
                "It is held -- `ATest#isGone`          | ATest#isGone: no such test",
                "It is held -- `ATest#helps`           | ATest#helps: no such test",
                "It is held -- `ATest#isOff`           | ATest#isOff: is switched off",
                "It is held -- `OffTest#runs`          | OffTest#runs: is switched off",
                "It is held -- `OffTest`               | OffTest: is switched off",
                "It is held -- `ATest#runs`, `ATest`   | "
            })
    void aLineWithoutATestThatRunsIsFound(String line, String complaint) {
        String aTest = "class ATest {\n\n    @Test\n    void runs() {}\n\n    void helps() {}\n\n"
                + "    @Test\n    @Disabled(\"later\")\n    void isOff() {}\n}\n";
        String offTest = "@Disabled\nclass OffTest {\n\n    @Test\n    void runs() {}\n}\n";
        Map<String, List<String>> tests = Map.of("ATest", List.of(aTest), "OffTest", List.of(offTest));
        List<String> expected = complaint == null ? List.of() : List.of(line + ": " + complaint);
        assertEquals(expected, complaints(line, tests));
    }

    private static List<String> guarantees(String page) {
        return page.lines().filter(line -> line.startsWith("- ")).toList();
    }

    private static List<String> complaints(String line, Map<String, List<String>> tests) {
        int named = line.indexOf(SEPARATOR);
        List<MatchResult> names = named < 0
                ? List.of()
                : NAME.matcher(line.substring(named)).results().toList();
        if (names.isEmpty()) {
            return List.of(line + ": names no test");
        }
        return names.stream()
                .map(name -> complaint(name, tests))
                .filter(said -> !said.isEmpty())
                .map(said -> line + ": " + said)
                .toList();
    }

    private static String complaint(MatchResult name, Map<String, List<String>> tests) {
        String shown = name.group().replace("`", "");
        List<String> classes = tests.getOrDefault(name.group(1), List.of());
        if (classes.isEmpty()) {
            return shown + ": no such class";
        }
        List<String> heads = name.group(2) == null
                ? classes.stream()
                        .filter(source -> TEST.matcher(source).find())
                        .map(source -> head(source))
                        .toList()
                : classes.stream()
                        .flatMap(source -> method(source, name.group(2)).map(found -> head(source) + found).stream())
                        .toList();
        if (heads.isEmpty()) {
            return shown + ": no such test";
        }
        return heads.stream().anyMatch(head -> OFF.matcher(head).find()) ? shown + ": is switched off" : "";
    }

    /** The source before a class's body. */
    private static String head(String source) {
        return source.substring(0, source.indexOf("{\n"));
    }

    /** The annotations of a test method, if there is one of this name: what stands between it and an empty line. */
    private static Optional<String> method(String source, String name) {
        int at = source.indexOf(" void " + name + "(");
        int begin = Math.max(source.lastIndexOf("\n\n", at), source.lastIndexOf("{\n    @", at));
        return at < 0 || begin < 0
                ? Optional.empty()
                : Optional.of(source.substring(begin, at))
                        .filter(found -> TEST.matcher(found).find());
    }

    /** The sources of the reactor's tests by the name of their class; two modules may have one of the same name. */
    private static Map<String, List<String>> tests() throws IOException {
        return Documents.tests().stream()
                .collect(Collectors.groupingBy(
                        path -> path.getFileName().toString().replace(".java", ""),
                        Collectors.mapping(reading(), Collectors.toList())));
    }

    private static Function<Path, String> reading() {
        return path -> {
            try {
                return Files.readString(path);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }
}
