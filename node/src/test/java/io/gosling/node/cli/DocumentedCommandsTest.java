package io.gosling.node.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.testing.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Tests that documented commands are valid. */
class DocumentedCommandsTest {

    @Test
    void everyGoslingCommandLineInTheDocumentsParses() throws IOException {
        TreeMap<String, String> refused = new TreeMap<>();
        int lines = 0;
        for (Path document : documents()) {
            for (String line : Documents.commands(Files.readString(document))) {
                Optional<String[]> arguments = arguments(line);
                lines += arguments.isPresent() ? 1 : 0;
                arguments
                        .flatMap(DocumentedCommandsTest::complaint)
                        .ifPresent(complaint -> refused.put(line, complaint));
            }
        }
        assertEquals(new TreeMap<>(), refused);
        assertTrue(lines >= 8, "command lines found: " + lines);
    }

    private static List<Path> documents() throws IOException {
        List<Path> all = new ArrayList<>(Documents.markdown());
        all.addAll(Documents.pages());
        return all;
    }

    /**
     * The arguments of a line that calls Gosling; synopses with brackets and the bench jar's verbs are not for here.
     */
    private static Optional<String[]> arguments(String line) {
        String call = line.replaceFirst("\\s*[|#>].*", "").replaceFirst("\\s+&$", "");
        return Stream.of("./gosling ", "gosling ", "java -jar node/target/gosling.jar ")
                .filter(call::startsWith)
                .filter(prefix -> !call.contains("[") && !call.contains(" VERB") && !isOfOtherJar(call, prefix))
                .map(prefix -> call.substring(prefix.length()).strip().split("\\s+"))
                .findFirst();
    }

    private static boolean isOfOtherJar(String call, String prefix) {
        return call.startsWith(prefix + "bench ");
    }

    private static Optional<String> complaint(String[] arguments) {
        try {
            GoslingCommand.create().parseArgs(arguments);
            return Optional.empty();
        } catch (CommandLine.ParameterException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
