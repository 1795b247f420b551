package io.gosling.node.cli;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.settings.BadConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of verbs that check a configuration file: the verb that is to read it. */
final class ReaderOption {
    @Option(
            names = "--for",
            paramLabel = "serve|dispatch",
            description = "Which verb is to read it; by default the one that knows more of its keys.")
    private ValidateVerb.@Nullable Reader given;

    /**
     * The given one, or the one that knows more keys of a file; {@code serve} without a file.
     *
     * @throws CommandFailureException when there is no such file
     */
    ValidateVerb.Reader of(@Nullable Path file) throws BadConfigurationException {
        if (file != null && !Files.exists(file)) {
            throw new CommandFailureException(ExitCode.NOT_FOUND, file + ": no such file");
        }
        if (given != null) {
            return given;
        }
        return file == null ? ValidateVerb.Reader.serve : ValidateVerb.Reader.of(YamlConfigurationReader.topKeys(file));
    }
}
