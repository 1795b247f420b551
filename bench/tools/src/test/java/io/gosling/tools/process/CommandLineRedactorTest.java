package io.gosling.tools.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

class CommandLineRedactorTest {
    private static String published(String... words) {
        CommandSpec spec = CommandSpec.create()
                .name("load")
                .addOption(OptionSpec.builder("--header")
                        .arity("1")
                        .type(String[].class)
                        .build())
                .addOption(OptionSpec.builder("--json").arity("1").build())
                .addPositional(PositionalParamSpec.builder().build());
        new CommandLine(spec).parseArgs(words);
        return CommandLineRedactor.of(spec);
    }

    @Test
    void filesAreNamedWithoutTheirFolders() {
        assertEquals("./gosling load http://h/a --json a.json", published("http://h/a", "--json", "/home/me/a.json"));
    }

    /** Reports are published, and the values may be secrets. */
    @Test
    void fieldsAreNamedWithoutTheirValues() {
        assertEquals(
                "./gosling load --header Authorization: ... http://h/a --header=Cookie: ...",
                published("--header", "Authorization: Bearer secret", "http://h/a", "--header=Cookie: id=secret"));
        assertEquals("./gosling load --header  ... http://h/a", published("--header", "secret", "http://h/a"));
    }
}
