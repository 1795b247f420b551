package io.gosling.node.cli;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.site.access.PasswordHash;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gosling password}: makes a line of a file of users. */
@Command(
        name = "password",
        description = """
                Make the line of a user for a file of users. The password is asked for, or read from the first line
                of standard input; the line goes to standard output.""",
        footer = {"", "Examples:", "  gosling password ann >> users"})
final class PasswordVerb implements Verb {
    private static final int LONGEST = 1024;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "NAME", description = "The user's name, without a colon.")
    private String name = "";

    @Override
    public ExitCode call() throws IOException {
        if (name.isBlank() || name.indexOf(':') >= 0 || name.startsWith("#") || !name.equals(name.strip())) {
            throw new CommandFailureException(
                    ExitCode.USAGE,
                    "NAME: \"" + name + "\"; expected a name without colons, spaces around it, or # before it");
        }
        char[] password = read(System.console());
        if (password.length == 0 || password.length > LONGEST) {
            throw new CommandFailureException(
                    ExitCode.USAGE, "the password has " + password.length + " characters; expected 1 to " + LONGEST);
        }
        PasswordHash hash = PasswordHash.make(password, PasswordHash.ROUNDS, new SecureRandom());
        Arrays.fill(password, ' ');
        spec.commandLine().getOut().println(name + ":" + hash);
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }

    private static char[] read(@Nullable Console console) throws IOException {
        if (console != null && console.isTerminal()) {
            char[] typed = console.readPassword("Password: ");
            return typed == null ? new char[0] : typed;
        }
        String line = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        return line == null ? new char[0] : line.toCharArray();
    }
}
