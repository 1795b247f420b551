package io.gosling.bench.micro;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code gosling bench micro}: the micro-benchmarks of this jar, run by JMH. */
@Command(
        name = "micro",
        description = "Run the micro-benchmarks; what follows is handed to JMH.",
        footer = {"", "Examples:", "  gosling bench micro -- -l", "  gosling bench micro -- Policy -f 1 -prof gc"})
public final class MicroVerb implements Verb {
    @Parameters(paramLabel = "JMH", arity = "0..*", description = "JMH's own arguments, after --.")
    private List<String> arguments = new ArrayList<>();

    @Override
    public ExitCode call() throws IOException {
        org.openjdk.jmh.Main.main(arguments.toArray(String[]::new));
        return ExitCode.OK;
    }
}
