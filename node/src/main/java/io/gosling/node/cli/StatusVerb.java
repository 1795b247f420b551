package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.common.JsonWriter;
import io.gosling.node.report.AdminAddress;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.MemberAdminPorts;
import io.gosling.node.report.MemberAdminPorts.Silence;
import io.gosling.node.report.StatusReport;
import io.gosling.settings.HostPort;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gosling status}: queries one admin port, and through it all members. */
@Command(
        name = "status",
        description = """
                Show members, their load and memory, answers by kind, and the hottest objects. Any member's admin
                port will do: it asks the nodes of its cluster, wherever they are. Front-ends and servers of a replica
                set are asked at their own admin ports: on this machine, and elsewhere where these are open to other
                machines, with the same token. Of the rest it is said why they were not asked.""",
        footer = {
            "",
            "Examples:",
            "  gosling status",
            "  gosling status --admin 127.0.0.1:4675 --json",
            "  gosling status --admin https://10.0.0.1:4675 --token-file token --fingerprint sha256:1349..."
        })
final class StatusVerb implements Verb {
    /** Longer than a member waits for the others. */
    private static final Duration TIMEOUT = Duration.ofSeconds(6);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private AdminOption admin = new AdminOption();

    @Option(names = "--json", description = "Print what the members say as one JSON array.")
    private boolean json;

    @Override
    public ExitCode call() throws InterruptedException {
        AdminAddress address = admin.address();
        List<Map<?, ?>> statuses = new ArrayList<>();
        Map<String, Silence> silent = new LinkedHashMap<>();
        try (AdminClient client = admin.client(TIMEOUT)) {
            for (Map<?, ?> one : all(client, address)) {
                if ("silent".equals(one.get("kind"))) {
                    silent.put(StatusReport.text(one, "name"), Silence.of(one));
                } else {
                    statuses.add(one);
                }
            }
            MemberAdminPorts members = MemberAdminPorts.of(statuses.getFirst(), admin.reach());
            Predicate<String> answered = name -> statuses.stream().anyMatch(status -> StatusReport.isOf(name, status))
                    || silent.get(name) instanceof Silence known
                            && known.state().equals("silent");
            members.elsewhere().keySet().removeIf(answered);
            members.here().keySet().removeIf(answered);
            silent.keySet().removeAll(members.here().keySet());
            silent.putAll(members.elsewhere());
            ask(client, members.here(), statuses, silent);
        }
        if (json) {
            spec.commandLine().getOut().println(JsonWriter.write(StatusReport.array(statuses, silent)));
        } else {
            spec.commandLine().getOut().print(StatusReport.write(statuses, silent));
        }
        spec.commandLine().getOut().flush();
        return silent.isEmpty() ? ExitCode.OK : ExitCode.PARTIAL;
    }

    private static List<Map<?, ?>> all(AdminClient client, AdminAddress address) throws InterruptedException {
        try {
            return client.statuses(address);
        } catch (IOException e) {
            throw AdminOption.unreachable(address, e, "serve, dispatch or up");
        }
    }

    private static void ask(
            AdminClient client, Map<String, HostPort> members, List<Map<?, ?>> statuses, Map<String, Silence> silent)
            throws InterruptedException {
        for (Map.Entry<String, HostPort> member : members.entrySet()) {
            String port = member.getValue().toString();
            try {
                Map<?, ?> status = client.status(member.getValue());
                if (StatusReport.isOf(member.getKey(), status)) {
                    statuses.add(status);
                } else {
                    String other = StatusReport.text(status, "name");
                    silent.put(member.getKey(), new Silence("silent", port, other + " answers at " + port));
                }
            } catch (IOException e) {
                silent.put(member.getKey(), new Silence("silent", port, "at " + port + ": " + AdminOption.reason(e)));
            }
        }
    }
}
