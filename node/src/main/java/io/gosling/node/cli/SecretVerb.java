package io.gosling.node.cli;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.node.configuration.ClusterSecretReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints what follows from a cluster's secret, for programs that are no members. */
abstract class SecretVerb implements Verb {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            required = true,
            description = "The file with the cluster's secret, as the nodes have it.")
    private Path file = Path.of("");

    abstract String derive(ClusterSecret secret);

    @Override
    public final ExitCode call() throws IOException {
        if (!Files.exists(file)) {
            throw new CommandFailureException(ExitCode.NOT_FOUND, "--secret-file: " + file + ": no such file");
        }
        try {
            spec.commandLine().getOut().println(derive(ClusterSecretReader.read(file)));
            return ExitCode.OK;
        } catch (IllegalArgumentException e) {
            throw new CommandFailureException(ExitCode.CONFIGURATION, "--secret-file: " + file + ": " + e.getMessage());
        }
    }
}
