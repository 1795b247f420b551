package io.gosling.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The code between {@code // example: NAME} and {@code // end} of sources, which documents show. */
public final class MarkedExamples {
    private static final Pattern MARKED = Pattern.compile("(?ms)^ *// example: [^\n]*\n(.*?)^ *// end$");

    private MarkedExamples() {}

    /** Returns the examples of a source, each with its outer indentation removed. */
    public static List<String> of(Path source) {
        try {
            return MARKED.matcher(Files.readString(source))
                    .results()
                    .map(found -> found.group(1).stripTrailing().stripIndent() + "\n")
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
