package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.testing.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Documents, the sample site, and the names, messages and comments of the sources use the words of the field. */
class PlainWordsTest {
    /** Words that readers cannot look up; each has a usual one, such as gossip, pending purge, epoch, stale, client. */
    private static final Pattern PRIVATE = Pattern.compile("\\b(courier|errand|lineage|bringing|lapsed|asker"
            + "|blankness|bitten|struck|mended|mends|left alone|fast lane|slow lane|row owner|got row)s?\\b");

    private static final Pattern OPENING =
            Pattern.compile("(?m)(?:^|[.:] |^[-*] |^\\d+\\. |\\| )(Who|What is|Whether) [^|\\n]*");
    private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`\\n]*`");

    @Test
    void nothingIsNamedInAPrivateDialect() throws IOException {
        TreeSet<String> found = new TreeSet<>();
        List<Path> files = Stream.of(Documents.markdown(), Documents.pages(), Documents.sources())
                .flatMap(List::stream)
                .toList();
        for (Path file : files) {
            String text = Files.readString(file);
            for (String word : privateWords(file.toString().endsWith(".md") ? prose(text) : text)) {
                found.add(Documents.ROOT.relativize(file) + ": " + word);
            }
        }
        assertEquals(new TreeSet<>(), found);
        assertTrue(files.size() > 500, "files: " + files.size());
    }

    @Test
    void noSentenceOfTheDocumentsOpensWithAClauseInsteadOfItsSubject() throws IOException {
        TreeSet<String> found = new TreeSet<>();
        for (Path page : Documents.markdown()) {
            clauses(Files.readString(page)).forEach(sentence -> found.add(page.getFileName() + ": " + sentence));
        }
        assertEquals(new TreeSet<>(), found);
    }

    @Test
    void sentencesAreFoundWhereverTheyBegin() {
        assertEquals(
                List.of("Who asks gets it.", ". What is stored stays.", "- Whether it is kept", "| Who may"),
                clauses(
                        "Who asks gets it.\n\nIt is here. What is stored stays.\n- Whether it is kept\n| a | Who may |\n"));
        assertEquals(List.of(), clauses("It says who asks. What is it?\n\n`Who is`, and\n```\nWho is\n```\n"));
    }

    @ParameterizedTest
    @CsvSource({
        "pendingErrands, errands",
        "AskerList, asker",
        "'a copy that Lapsed', lapsed",
        "'the fast lane', fast lane",
        "collapsed,",
        "'a task, an email',"
    })
    void wordsAreFoundInIdentifiersToo(String text, String word) {
        assertEquals(word == null ? List.of() : List.of(word), privateWords(text));
    }

    private static List<String> clauses(String page) {
        return OPENING.matcher(prose(page))
                .results()
                .map(found -> found.group().strip())
                .filter(sentence -> !sentence.endsWith("?"))
                .toList();
    }

    /** Without code, which may name tests. */
    private static String prose(String markdown) {
        return CODE.matcher(markdown).replaceAll("`");
    }

    private static List<String> privateWords(String text) {
        String words = text.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        return PRIVATE.matcher(words).results().map(MatchResult::group).toList();
    }
}
