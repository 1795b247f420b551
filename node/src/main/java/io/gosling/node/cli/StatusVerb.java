package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.common.JsonWriter;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.ClusterStatus;
import io.gosling.node.report.StatusInterval;
import io.gosling.node.report.StatusReport;
import java.io.PrintWriter;
import java.time.Duration;
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
            "  gosling status --watch",
            "  gosling status --admin 127.0.0.1:4675 --json",
            "  gosling status --admin https://10.0.0.1:4675 --token-file token --fingerprint sha256:1349..."
        })
final class StatusVerb implements Verb {
    /** Longer than a member waits for the others. */
    static final Duration TIMEOUT = Duration.ofSeconds(6);

    private static final int LINES_BELOW_TITLE = 20;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private AdminOption admin = new AdminOption();

    @Option(names = "--json", description = "Print what the members say as one JSON array.")
    private boolean json;

    @Option(
            names = "--watch",
            description = "Print a line a second with the requests, the hit ratio, and the reads of disks and origins,"
                    + " until it is interrupted.")
    private boolean watch;

    @Override
    public ExitCode call() throws Exception {
        if (watch && json) {
            throw admin.wrong("--json: given with --watch, which prints text; expected one of them");
        }
        PrintWriter out = spec.commandLine().getOut();
        try (AdminClient client = admin.client(TIMEOUT)) {
            ClusterStatus all = admin.statuses(client, null);
            for (int lines = 0; watch; lines++) {
                StatusInterval second = new StatusInterval(all, admin.statuses(client, all));
                out.println((lines % LINES_BELOW_TITLE == 0 ? StatusInterval.TITLE + "\n" : "") + second.line());
                out.flush();
                all = second.now();
            }
            out.print(
                    json
                            ? JsonWriter.write(StatusReport.array(all.statuses(), all.silent())) + "\n"
                            : StatusReport.write(all.statuses(), all.silent()));
            out.flush();
            return all.silent().isEmpty() ? ExitCode.OK : ExitCode.PARTIAL;
        }
    }
}
