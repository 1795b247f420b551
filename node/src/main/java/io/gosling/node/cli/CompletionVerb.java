package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code gosling completion}: the script with which bash and zsh complete verbs and flags. */
@Command(
        name = "completion",
        description = "Print the completion script for bash and zsh.",
        footer = {"", "Example:", "  gosling completion > ~/.gosling-completion", "  . ~/.gosling-completion"})
final class CompletionVerb implements Verb {
    private final CommandLine root;

    CompletionVerb(CommandLine root) {
        this.root = root;
    }

    @Override
    public ExitCode call() {
        root.getOut().println(AutoComplete.bash("gosling", root));
        return ExitCode.OK;
    }
}
