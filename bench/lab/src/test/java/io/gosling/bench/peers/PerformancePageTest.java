package io.gosling.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.experiment.MedianInterval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** docs/performance.md says what was measured, where, when and how. Whether goals are met is not for a test to say. */
class PerformancePageTest {
    private static final String OURS = "`./gosling bench peers";

    private static FiguresPage page() throws IOException {
        return FiguresPage.read(Files.readString(Path.of("..", "..", "docs", "performance.md")));
    }

    @Test
    void everyRowIsThereOnceMeasuredOrNamedAsNotMeasured() throws IOException {
        List<String> named = new ArrayList<>(page().unmeasured());
        page().blocks().forEach(block -> block.lines().forEach(line -> named.add(line.row())));
        assertEquals(
                ComparisonRow.labels().stream().sorted().toList(),
                named.stream().sorted().toList());
    }

    @Test
    void everyFigureBelongsToARowAndItsGapIsWhatFigureAndGoalGive() throws IOException {
        for (FiguresPage.Block block : page().blocks()) {
            for (FiguresPage.Line line : block.lines()) {
                ComparisonRow row = Arrays.stream(ComparisonRow.values())
                        .filter(one -> one.label.equals(line.row()))
                        .findFirst()
                        .orElseThrow();
                ComparisonResult figure =
                        new ComparisonResult(row, new MedianInterval(line.median(), line.low(), line.high()));
                assertEquals(row.what, line.what());
                assertEquals(row.unit.text, line.unit());
                assertTrue(line.low() <= line.median() && line.median() <= line.high(), line::toString);
                assertEquals(figure.goal().orElse("-"), line.goal(), line.row());
                assertEquals(figure.gap().map(gap -> gap + " %").orElse("-"), line.gap(), line.row());
            }
        }
    }

    @Test
    void everyBlockSaysWhereWhenAndHow() throws IOException {
        assertFalse(page().blocks().isEmpty());
        for (FiguresPage.Block block : page().blocks()) {
            assertEquals(
                    Set.of("machine", "date", "command", "versions"),
                    block.head().keySet());
            LocalDate date = LocalDate.parse(String.valueOf(block.head().get("date")));
            assertFalse(date.isAfter(LocalDate.now()), date::toString);
            String command = String.valueOf(block.head().get("command"));
            if (command.startsWith(OURS)) {
                String arguments = command.substring(OURS.length()).replace("`", "");
                new CommandLine(new PeersVerb())
                        .parseArgs(
                                arguments.isBlank()
                                        ? new String[0]
                                        : arguments.strip().split(" "));
            }
        }
    }
}
