package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.ClusterStatus;
import io.gosling.node.report.StatusInterval;
import io.gosling.node.report.TerminalScreen;
import io.gosling.node.report.TopReport;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gosling top}: shows the rates of all members, back-ends and the hottest objects, until a key ends it. */
@Command(
        name = "top",
        description = """
                Show live what the members do. Each second: requests, the shares that came from their own memory, from
                other nodes' memories, and from disks and origins, processors in use, back-ends, and the hottest
                objects. Keys order the members: n by name, r by requests, h by hit ratio, s by reads of sources, c by
                CPU, m by memory; q ends. Without a terminal that can place its cursor it prints one view.""",
        footer = {"", "Examples:", "  gosling top", "  gosling top --site shop --pool images"})
final class TopVerb implements Verb {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--site", paramLabel = "SITE", description = "Show only the hottest objects of this site.")
    private @Nullable String site;

    @Option(names = "--pool", paramLabel = "LABEL", description = "Show only back-ends with this label.")
    private @Nullable String pool;

    @Mixin
    private AdminOption admin = new AdminOption();

    @Override
    public ExitCode call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        try (AdminClient client = admin.client(StatusVerb.TIMEOUT)) {
            ClusterStatus begin = admin.statuses(client, null);
            StatusInterval shown = new StatusInterval(begin, admin.statuses(client, begin));
            TopReport report = new TopReport('n', site, pool);
            try (TerminalScreen screen = TerminalScreen.open(out)) {
                int key = -1;
                while (screen != null && key != 'q') {
                    screen.show(report.write(shown));
                    key = screen.key();
                    if (key >= 0 && TopReport.ORDERS.indexOf(key) >= 0) {
                        report = new TopReport((char) key, site, pool);
                    } else if (key != 'q') {
                        shown = new StatusInterval(shown.now(), admin.statuses(client, shown.now()));
                    }
                }
                out.print(screen == null ? report.write(shown) : "");
            }
            out.flush();
            return shown.now().silent().isEmpty() ? ExitCode.OK : ExitCode.PARTIAL;
        }
    }
}
