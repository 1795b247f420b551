package io.gosling.node.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.command.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Flags and verbs that do not exist. */
class MisspeltTest {
    private final StringWriter err = new StringWriter();

    private int run(String line) {
        return GoslingCommand.create().setErr(new PrintWriter(err, true)).execute(line.split(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "sevre /srv/site, serve",
        "Serve, serve",
        "validat node.yaml, validate",
        "statsu --json, status",
        "serve /srv --prot 80, --port",
        "serve /srv --hots=0.0.0.0, --host",
        "serve /srv --access_log -, --access-log",
        "serve /srv --limits.connections 5, --limits-connections",
        "dispatch --backends 127.0.0.1:80, --backend",
        "purge --dryrun /a, --dry-run"
    })
    void areAnsweredByTheOneThatWasMeant(String line, String meant) {
        assertEquals(ExitCode.USAGE.status(), run(line));
        assertTrue(err.toString().contains("\nDid you mean " + meant + "?\n"), err.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"frobnicate", "serve --frobnicate 1", "/srv/site"})
    void whatResemblesNothingIsNotGuessed(String line) {
        assertEquals(ExitCode.USAGE.status(), run(line));
        assertFalse(err.toString().contains("mean"), err.toString());
    }
}
