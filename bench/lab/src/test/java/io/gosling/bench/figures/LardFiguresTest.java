package io.gosling.bench.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.lard.LardVerb;
import io.gosling.tools.process.CalledVerb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gosling bench lard --simulated --quick} as people call it: every figure is there, with its columns. */
class LardFiguresTest {
    @TempDir
    private Path folder;

    @Test
    void everyFigureIsDrawnBesideWhatThePaperClaims() throws Exception {
        Path text = folder.resolve("figures.md");
        Path csv = folder.resolve("figures.csv");
        Path page = folder.resolve("figures.html");
        CalledVerb.endsWell(
                new LardVerb(),
                "--simulated",
                "--quick",
                "--markdown",
                text.toString(),
                "--csv",
                csv.toString(),
                "--html",
                page.toString());
        List<String> lines = Files.readAllLines(csv);
        assertEquals("figure,line,across,at,shown,value", lines.getFirst());
        TreeSet<String> figures = lines.stream()
                .skip(1)
                .map(line -> line.substring(0, line.indexOf(',')))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(new TreeSet<>(List.of("4.2", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14")), figures);
        assertEquals(
                6 * LardFigures.QUICK.nodes().size(),
                lines.stream().filter(line -> line.startsWith("7,")).count());
        String words = Files.readString(text);
        assertTrue(words.contains("| figure | what | the paper | here |"), words);
        assertTrue(words.contains("| 7 | lard-r over wrr, 8 and 16 nodes | 3.9 and 4.5 |"), words);
        assertTrue(words.contains("Figure 14: lard-r and disks"), words);
        Document parsed = Jsoup.parse(Files.readString(page));
        assertEquals(figures.size(), parsed.select("svg.plot").size());
        assertEquals(0, parsed.select("[src], [href], script").size());
    }
}
