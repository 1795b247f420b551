package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.node.report.AdminClient;
import io.gosling.settings.HostPort;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gosling reload}: has the members of a cluster read their configurations again. */
@Command(name = "reload", description = """
                Have every member read its configuration again. Any member's admin port will do: it asks the nodes of
                its cluster, and reports what each says. A wrong configuration changes nothing.""", footer = """

                Exit status 5 when a member has not taken its configuration, or was not asked.

                Examples:
                  gosling reload
                  gosling reload --member n2""")
final class ReloadVerb implements Verb {
    /** Longer than a member waits for the others. */
    private static final Duration TIMEOUT = Duration.ofSeconds(40);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private AdminOption admin = new AdminOption();

    @Option(names = "--member", paramLabel = "NAME", description = "This member alone. Default: all members.")
    private @Nullable String member;

    @Override
    public ExitCode call() throws InterruptedException {
        HostPort address = admin.address();
        String path = member == null ? "/cluster/reload" : "/reload" + AdminClient.ofMember(member);
        try (AdminClient client = admin.client(TIMEOUT)) {
            AdminClient.Answer answer = client.post(address, path, "");
            return switch (answer.status()) {
                case 200, 202 -> print(answer.text(), ExitCode.OK);
                case 207, 422 -> print(answer.text(), ExitCode.PARTIAL);
                default -> throw AdminOption.refused(address, answer);
            };
        } catch (IOException e) {
            throw AdminOption.unreachable(address, e, "serve, dispatch or up");
        }
    }

    private ExitCode print(String text, ExitCode code) {
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
        return code;
    }
}
