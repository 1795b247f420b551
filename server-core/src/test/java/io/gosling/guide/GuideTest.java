package io.gosling.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.MarkedExamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The code in docs/guide.md and docs/tutorial-embed.md is the code that runs here. */
class GuideTest {
    private static final Path HERE = Path.of("src/test/java/io/gosling/guide");
    /** Maven projects, which have tests of their own. */
    private static final Path PROJECTS = Path.of("../docs/examples");

    private static final List<Path> PAGES = List.of(Path.of("../docs/guide.md"), Path.of("../docs/tutorial-embed.md"));
    private static final Pattern SHOWN = Pattern.compile("(?ms)^```java\n(.*?)^```$");

    @Test
    void whatTheGuideShowsIsWhatRuns() throws IOException {
        List<String> shown = new ArrayList<>();
        for (Path page : PAGES) {
            SHOWN.matcher(Files.readString(page))
                    .results()
                    .map(found -> found.group(1))
                    .forEach(shown::add);
        }
        List<String> run;
        try (Stream<Path> sources = Stream.concat(Files.list(HERE), Files.walk(PROJECTS))) {
            run = sources.filter(source -> source.toString().endsWith(".java"))
                    .flatMap(source -> MarkedExamples.of(source).stream())
                    .toList();
        }
        assertTrue(run.size() >= 12, "only " + run.size() + " examples were found");
        assertEquals(
                String.join("\n", run.stream().sorted().toList()),
                String.join("\n", shown.stream().sorted().toList()));
    }
}
