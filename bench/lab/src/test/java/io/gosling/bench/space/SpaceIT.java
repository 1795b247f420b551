package io.gosling.bench.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.process.TypedVerb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small run of everything: what it measures of time is told, what it counts is held. */
// In a plain build: SpaceVerbTest.
@Tag("lab")
class SpaceIT {
    @TempDir
    private Path folder = Path.of(".");

    @Test
    void aSmallRunGivesEveryFigure() throws Exception {
        Path table = folder.resolve("space.md");
        TypedVerb.run(folder, ("space --quick --memory 16m --markdown " + table).split(" "));
        String text = Files.readString(table);
        assertEquals("1", figure(text, "300 clients of one cold object on 3 nodes: requests to the origin"));
        assertEquals("0", figure(text, "300 clients of one cold object on 3 nodes: answers that were not whole"));
        assertTrue(Double.parseDouble(figure(text, "the medians")) > 0, text);
        assertTrue(Double.parseDouble(figure(text, "the medians, whole miss with finding the holder")) > 0, text);
        assertTrue(Double.parseDouble(figure(text, "4 nodes without requests, n4: resident")) > 0, text);
        assertTrue(Double.parseDouble(figure(text, "heap for a held object and its entries")) > 0, text);
        assertTrue(Double.parseDouble(figure(text, "heap for a directory entry at its owner")) > 0, text);
        figure(text, "`purge` | purge of one URL on 3 nodes, 99 %");
        assertEquals("0", figure(text, "`purge` | of them not certain"));
        figure(text, "`tag` | purge of one tag, which 600 of 600 fetched objects have, on 3 nodes, 99 %");
        assertEquals("0", figure(text, "`tag` | of them not certain"));
    }

    /** The measured value of a row, which must be there. */
    private static String figure(String table, String what) {
        Matcher row = Pattern.compile("\\| " + Pattern.quote(what) + " \\|.*\\| (\\S.*?) \\|")
                .matcher(table);
        assertTrue(row.find(), what + " in\n" + table);
        return row.group(1).replace(" ", "");
    }
}
