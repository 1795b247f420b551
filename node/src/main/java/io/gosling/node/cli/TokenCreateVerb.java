package io.gosling.node.cli;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.gos.disk.OwnerPermissions;
import io.gosling.node.admin.AdminRole;
import io.gosling.node.admin.AdminTokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code gosling token create}: makes a token for admin ports. */
@Command(name = "create", description = """
    Make a token for admin ports. It is printed once; the file gets its name, its role and its hash. The token
    grants its role: metrics (/livez, /readyz, /metrics), read (/status too), or operate (purge, drain, reload
    and objects too). Delete its line from the file to revoke it.\
    """, footer = """

        Examples:
          gosling token create --role metrics --name prometheus --file admin-tokens
          umask 077; gosling token create --role operate --name ann --file admin-tokens > ann.token\
        """)
final class TokenCreateVerb implements Verb {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--role", paramLabel = "metrics|read|operate", required = true, description = "The token's role.")
    private String role = "";

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The name by which logs and the file call the token. Default: the role.")
    private @Nullable String name;

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "The file of admin.tokens, which is made if it is not there. Default: admin-tokens.")
    private Path file = Path.of("admin-tokens");

    @Override
    public ExitCode call() throws IOException {
        String token = AdminTokens.generate(new SecureRandom());
        String called = name == null ? role : name;
        String line = line(called, token);
        if (Files.notExists(file)) {
            Files.createFile(file, OwnerPermissions.only(file, "rw-------"));
        }
        String before = Files.readString(file);
        try {
            if (AdminTokens.tokens(file).stream().anyMatch(one -> one.name().equals(called))) {
                throw new CommandFailureException(
                        ExitCode.REFUSED, file + " has a token " + called + "; expected another --name");
            }
        } catch (IllegalArgumentException e) {
            throw new CommandFailureException(ExitCode.CONFIGURATION, String.valueOf(e.getMessage()), e);
        }
        boolean ended = before.isEmpty() || before.endsWith("\n");
        Files.writeString(file, (ended ? "" : "\n") + line + "\n", StandardOpenOption.APPEND);
        spec.commandLine().getOut().println(token);
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }

    private String line(String called, String token) {
        AdminRole of;
        try {
            of = AdminRole.of(role);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--role: " + e.getMessage(), e);
        }
        try {
            return AdminTokens.line(called, of, token);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--name: " + e.getMessage(), e);
        }
    }
}
