package io.gosling.node.cli;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.node.configuration.ClusterSecretReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gosling token}: prints the token with which programs use the repository on the peer port. */
@Command(name = "token", description = """
                Print the cluster's token for objects. Programs send it in the field Gosling-Token to the peer port
                of any node; it opens /objects/ there and nothing else. It follows from the secret, and changes with
                it.""", footer = """

                Examples:
                  gosling token --secret-file /etc/gosling/secret
                  curl -H "Gosling-Token: $(gosling token --secret-file secret)" http://10.0.0.1:4676/objects/a""")
final class TokenVerb implements Verb {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            required = true,
            description = "The file with the cluster's secret, as the nodes have it.")
    private Path file = Path.of("");

    @Override
    public ExitCode call() throws IOException {
        if (!Files.exists(file)) {
            throw new CommandFailureException(ExitCode.NOT_FOUND, "--secret-file: " + file + ": no such file");
        }
        try {
            spec.commandLine().getOut().println(ClusterSecretReader.read(file).objectsToken());
            return ExitCode.OK;
        } catch (IllegalArgumentException e) {
            throw new CommandFailureException(ExitCode.CONFIGURATION, "--secret-file: " + file + ": " + e.getMessage());
        }
    }
}
