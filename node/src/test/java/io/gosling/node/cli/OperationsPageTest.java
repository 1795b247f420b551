package io.gosling.node.cli;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Tests the commands of docs/operations.md and the help texts. */
class OperationsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "operations.md");

    static Stream<String> documented() throws IOException {
        Stream<String> page = Files.readAllLines(PAGE).stream()
                .filter(line -> line.startsWith("./gosling ") && !line.startsWith("./gosling bench "));
        Stream<String> helps = GoslingCommand.create().getSubcommands().values().stream()
                .flatMap(command ->
                        Stream.of(command.getCommandSpec().usageMessage().footer()))
                .filter(line -> line.startsWith("  gosling "));
        return Stream.concat(page, helps)
                .map(line -> line.replaceAll(" (#|>).*", "").strip());
    }

    @ParameterizedTest
    @MethodSource("documented")
    void everyCommandIsUnderstood(String line) {
        List<String> words = List.of(line.split(" +"));
        CommandLine.ParseResult parsed =
                GoslingCommand.create().parseArgs(words.subList(1, words.size()).toArray(String[]::new));
        CommandLine verb = parsed.asCommandLineList().getLast();
        assertDoesNotThrow(() -> SettingFlagConverter.values(verb, ((Verb) verb.getCommand()).settings()));
    }

    @Test
    void everyExitStatusIsInTheTables() throws IOException {
        String page = Files.readString(PAGE);
        String site = Files.readString(Path.of("..", "config", "site", "use", "index.html"));
        for (ExitCode code : ExitCode.values()) {
            assertTrue(page.contains("| " + code.status() + " | " + code.meaning() + " |\n"), code.name());
            String row = "<tr><td>" + code.status() + "</td><td>" + code.meaning() + "</td></tr>";
            assertTrue(site.contains(row), code.name());
        }
    }
}
