package io.gosling.tools.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.command.CommandFailureException;
import io.gosling.testing.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
class ProcessWorkspaceTest {
    private static LaunchCommand shell(String script) {
        return new LaunchCommand(List.of("sh", "-c", script), Map.of("WORD", "hello"));
    }

    @Test
    void closingEndsWhatWasStartedAndWhatThatHasStarted() throws Exception {
        Path folder;
        List<ProcessHandle> all;
        try (ProcessWorkspace place = ProcessWorkspace.open(Duration.ofMillis(200))) {
            folder = place.directory("some").getParent();
            Process plain = place.start("plain", shell("sleep 300 & sleep 300"));
            Process stubborn = place.start("stubborn", shell("trap '' TERM; echo deaf; sleep 300 & wait; sleep 300"));
            Eventually.that(
                    "both have children",
                    () -> plain.descendants().count() == 2
                            && stubborn.descendants().count() == 1);
            all = Stream.of(plain, stubborn)
                    .flatMap(process -> Stream.concat(Stream.of(process.toHandle()), process.descendants()))
                    .toList();
        }
        Eventually.that("all have ended", () -> all.stream().noneMatch(ProcessHandle::isAlive));
        assertFalse(Files.exists(folder));
    }

    @Test
    void aProgramThatRunsToItsEndGivesWhatItPrinted() throws Exception {
        try (ProcessWorkspace place = ProcessWorkspace.open()) {
            assertEquals("hello\n", place.run("word", shell("echo $WORD"), 60));
            CommandFailureException failed =
                    assertThrows(CommandFailureException.class, () -> place.run("word", shell("echo why; exit 7"), 60));
            assertTrue(String.valueOf(failed.getMessage()).contains("ended with 7:\nwhy"), failed::toString);
        }
    }
}
