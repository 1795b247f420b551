package io.gosling.tools.process;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Formats a command as it was typed, for the head of a report. */
public final class CommandLineRedactor {
    private static final String HEADER = "--header";

    private CommandLineRedactor() {}

    /**
     * With the names of files and not where they lie, and the names of header fields without their values, which may be
     * secrets: reports are published.
     */
    public static String of(CommandSpec parsed) {
        String verb = parsed.name();
        // A verb that stands alone, as in a test, has no name of a jar before its own.
        StringBuilder command =
                new StringBuilder("./").append(parsed.parent() == null ? "gosling " + verb : parsed.qualifiedName());
        List<String> words = parsed.commandLine().getParseResult().originalArgs();
        // They begin with the verb where the whole line was parsed.
        boolean named = !words.isEmpty() && words.getFirst().equals(verb);
        boolean field = false;
        for (String word : named ? words.subList(1, words.size()) : words) {
            command.append(' ').append(field ? nameOf(word) : shown(word));
            field = word.equals(HEADER);
        }
        return command.toString();
    }

    private static String shown(String word) {
        if (word.startsWith(HEADER + '=')) {
            return HEADER + '=' + nameOf(word.substring(HEADER.length() + 1));
        }
        return word.startsWith("/") ? String.valueOf(Path.of(word).getFileName()) : word;
    }

    private static String nameOf(String field) {
        return field.substring(0, field.indexOf(':') + 1) + " ...";
    }
}
