package io.gosling.tools.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.command.Verb;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** A verb as it is typed, called in this process. */
public final class CalledVerb {
    private CalledVerb() {}

    /** Runs it to its end, which is a good one. */
    public static void endsWell(Verb verb, String... words) {
        StringWriter said = new StringWriter();
        int status = new CommandLine(verb).setErr(new PrintWriter(said, true)).execute(words);
        assertEquals(0, status, said.toString());
    }

    /** Its help names the columns of its CSV, in their order; lines may break anywhere. */
    public static void saysItsColumns(Verb verb, String head) {
        String help = new CommandLine(verb).getUsageMessage().replaceAll("\\s+", "");
        assertTrue(help.contains(head.strip() + "."), () -> head + " is not in:\n" + help);
    }

    /** It does not begin with these words, and says why. */
    public static void isRefused(Verb verb, String message, String... words) {
        CommandLine.ParameterException refused = assertThrows(CommandLine.ParameterException.class, () -> {
            new CommandLine(verb).parseArgs(words);
            verb.call();
        });
        assertTrue(String.valueOf(refused.getMessage()).contains(message), refused::toString);
    }
}
