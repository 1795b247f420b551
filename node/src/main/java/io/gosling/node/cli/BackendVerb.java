package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.node.report.AdminAddress;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gosling backend}: lists and changes the back-ends of a running front-end. */
@Command(
        name = "backend",
        description = """
                List or change the back-ends of a running front-end whose configuration names them. A change lasts
                until a restart, and a reload does not undo it. A back-end that drains or is removed finishes what it
                serves.""",
        footer = {
            "",
            "Examples:",
            "  gosling backend list",
            "  gosling backend add 10.0.0.9:8080=2+images",
            "  gosling backend weight 10.0.0.9:8080=0.5 --dry-run",
            "  gosling backend remove 10.0.0.7:8080"
        })
final class BackendVerb implements Verb {
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            index = "0",
            paramLabel = "list|add|drain|weight|remove",
            description = "The action. A back-end that drains takes requests again when it is added.")
    private String action = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "HOST:PORT[=WEIGHT][+LABEL...]",
            description = "The back-end, in the form of the setting backend.")
    private @Nullable String backend;

    @Option(names = "--dry-run", description = "Only say what would change.")
    private boolean dryRun;

    @Mixin
    private AdminOption admin = new AdminOption();

    @Override
    public ExitCode call() throws InterruptedException {
        AdminAddress address = admin.address();
        try (AdminClient client = admin.client(TIMEOUT)) {
            if (action.equals("list")) {
                return print(StatusReport.write(List.of(client.status(address, null)), Map.of()));
            }
            String named = backend;
            if (named == null) {
                throw new ParameterException(
                        spec.commandLine(), "backend " + action + ": expected HOST:PORT behind it");
            }
            String form = AdminClient.pair("action", action) + "&" + AdminClient.pair("backend", named) + "&dry-run="
                    + dryRun;
            AdminClient.Answer answer = client.post(address, "/backends", form);
            if (answer.status() == 400) {
                throw new ParameterException(spec.commandLine(), answer.text().strip());
            }
            if (answer.status() != 200) {
                throw AdminOption.refused(address, answer);
            }
            return print(answer.text());
        } catch (IOException e) {
            throw AdminOption.unreachable(address, e, "front-end");
        }
    }

    private ExitCode print(String text) {
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }
}
