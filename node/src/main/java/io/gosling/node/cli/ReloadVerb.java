package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.gos.membership.NodeRole;
import io.gosling.node.report.AdminAddress;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.MemberAdminPorts;
import io.gosling.node.report.StatusReport;
import io.gosling.settings.HostPort;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gosling reload}: has the members of a cluster read their configurations again. */
@Command(name = "reload", description = """
                Have every member read its configuration again. Any member's admin port will do: it asks the nodes of
                its cluster, and reports what each says. Front-ends are reloaded at their own admin ports, those on this
                machine as well. A wrong configuration changes nothing.""", footer = """

                Exit status 5 when a member was not reached, or takes its configuration later; 78 when a configuration
                is wrong.

                Examples:
                  gosling reload
                  gosling reload --member n2""")
final class ReloadVerb implements Verb {
    /** The timeout for a status, which a live process answers at once. */
    private static final Duration ALIVE = Duration.ofSeconds(5);

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
        AdminAddress address = admin.address();
        try (AdminClient looking = admin.client(ALIVE);
                AdminClient client = admin.client(TIMEOUT)) {
            Map<String, HostPort> frontEnds = member == null ? frontEnds(looking.status(address, null)) : Map.of();
            String except = frontEnds.keySet().stream()
                    .map(name -> AdminClient.pair("except", name))
                    .collect(Collectors.joining("&", frontEnds.isEmpty() ? "" : "?", ""));
            String path = member == null ? "/cluster/reload" + except : "/reload" + AdminClient.ofMember(member);
            AdminClient.Answer answer = client.post(address, path, "");
            ExitCode code = switch (answer.status()) {
                case 200 -> ExitCode.OK;
                case 202, 207 -> ExitCode.PARTIAL;
                case 422 -> ExitCode.CONFIGURATION;
                default -> throw AdminOption.refused(address, answer);
            };
            print(answer.text());
            for (Map.Entry<String, HostPort> frontEnd : frontEnds.entrySet()) {
                code = worse(code, reload(looking, client, frontEnd.getKey(), frontEnd.getValue()));
            }
            return code;
        } catch (IOException e) {
            throw AdminOption.unreachable(address, e, "serve, dispatch or up");
        }
    }

    /** The other front-ends that a status names and that can be asked from here. */
    private Map<String, HostPort> frontEnds(Map<?, ?> status) {
        Map<String, HostPort> here = MemberAdminPorts.of(status, admin.reach()).here();
        here.keySet()
                .retainAll(StatusReport.list(StatusReport.map(status, "cluster"), "members").stream()
                        .filter(known -> StatusReport.text(known, "role").equals(NodeRole.FRONT_END.label()))
                        .map(known -> StatusReport.text(known, "name"))
                        .toList());
        return here;
    }

    private ExitCode reload(AdminClient looking, AdminClient client, String name, HostPort port)
            throws InterruptedException {
        try {
            Map<?, ?> status = looking.status(port);
            if (!StatusReport.isOf(name, status)) {
                print(name + ": " + StatusReport.text(status, "name") + " answers at " + port + "\n");
                return ExitCode.PARTIAL;
            }
            AdminClient.Answer answer = client.post(new AdminAddress.Port(port), "/reload", "");
            answer.text().lines().forEach(line -> print(name + ": " + line + "\n"));
            return switch (answer.status()) {
                case 200 -> ExitCode.OK;
                case 422 -> ExitCode.CONFIGURATION;
                default -> ExitCode.PARTIAL;
            };
        } catch (IOException e) {
            print(name + ": at " + port + ": " + AdminClient.reason(e) + "\n");
            return ExitCode.PARTIAL;
        }
    }

    private static ExitCode worse(ExitCode one, ExitCode other) {
        return one.status() > other.status() ? one : other;
    }

    private void print(String text) {
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
    }
}
