package io.gosling.bench;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.command.Verb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Commands behind {@code gosling bench} that documents and help texts give must be understood. */
class BenchCommandsTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final String TOOLS = "trace|plan|simulate|load|calibrate";
    private static final Pattern CALL =
            Pattern.compile("\\bgosling (?:bench ([a-z-]+)|(" + TOOLS + ")(?![a-z-]))([^`\\n<|#]*)");

    private final Map<String, CommandLine> verbs = new TreeMap<>();

    @Test
    void everyCommandIsUnderstood() throws IOException {
        ServiceLoader.load(Verb.class).forEach(verb -> {
            CommandLine command = new CommandLine(verb);
            verbs.put(command.getCommandName(), command);
        });
        int understood = 0;
        for (Path document : documents()) {
            understood += check(Files.readString(document));
        }
        assertTrue(understood >= 6, "commands in the documents: " + understood);
        for (CommandLine verb : List.copyOf(verbs.values())) {
            check(String.join("\n", verb.getCommandSpec().usageMessage().footer()));
        }
    }

    private int check(String text) {
        Matcher call = CALL.matcher(text.replaceAll("\\\\\\n\\s*", " "));
        int found = 0;
        while (call.find()) {
            String arguments = call.group(3).strip();
            CommandLine verb = verbs.get(call.group(1) == null ? call.group(2) : call.group(1));
            assertTrue(verb != null, call::group);
            if (verb != null && !arguments.equals("URL") && !arguments.startsWith("VERB")) {
                String[] words = arguments.isEmpty() ? new String[0] : arguments.split("\\s+");
                assertDoesNotThrow(() -> verb.parseArgs(words), call::group);
                found++;
            }
        }
        return found;
    }

    private static List<Path> documents() throws IOException {
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"));
                Stream<Path> site = Files.walk(ROOT.resolve("config/site"))) {
            return Stream.of(docs, site, Stream.of(ROOT.resolve("README.md")))
                    .flatMap(files -> files)
                    .filter(file -> file.toString().matches(".*\\.(md|html)"))
                    .toList();
        }
    }
}
