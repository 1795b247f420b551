package io.gosling.node.cli;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.node.configuration.ClusterSecretReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Prints what follows from a cluster's secret, for programs that are no members. */
abstract class SecretVerb implements Verb {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            description = "The file with the cluster's secret, as the nodes have it.")
    private @Nullable Path given;

    abstract String derive(ClusterSecret secret);

    @Override
    public final ExitCode call() throws IOException {
        Path file = given;
        if (file == null) {
            throw new ParameterException(spec.commandLine(), "--secret-file is missing");
        }
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
