package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.common.JsonWriter;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.MemberAdminPorts.Silence;
import io.gosling.node.report.StatusReport;
import io.gosling.node.report.TextTable;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gosling log}: follows the requests of all members. */
@Command(
        name = "log",
        description = """
                Follow the requests that all members answer, until it is interrupted, whether or not they write an
                access log. The admin port of a front-end shows its own requests and those of the nodes, that of a node
                those of the nodes. Members apply the filters; each gives at most 96 KiB of lines twice a second, and
                says how many it dropped. At most four commands follow a member at a time. Needs the role operate.""",
        footer = {
            "",
            "Examples:",
            "  gosling log status=5xx",
            "  gosling log host=www.example.com url=/api/* slower=250ms",
            "  gosling log from=origin --json"
        })
final class LogVerb implements Verb {
    private static final Duration INTERVAL = Duration.ofMillis(500);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME=PATTERN",
            description = "Only requests with this status, host or url (path and query); from this source, such as"
                    + " local-memory or origin, or at a front-end with this outcome; or slower than a time. In a"
                    + " pattern * is any text.")
    private List<String> filters = new ArrayList<>();

    @Option(names = "--json", description = "Print each request as a JSON object.")
    private boolean json;

    @Mixin
    private AdminOption admin = new AdminOption();

    private final Map<String, String> silent = new HashMap<>();

    @Override
    public ExitCode call() throws Exception {
        StringBuilder path = new StringBuilder("/cluster/log?id=" + UUID.randomUUID());
        for (String filter : filters) {
            String[] pair = filter.split("=", 2);
            path.append('&').append(AdminClient.pair(pair[0], pair.length < 2 ? "" : pair[1]));
        }
        try (AdminClient client = admin.client(StatusVerb.TIMEOUT)) {
            while (true) {
                print(admin.ask(() -> client.ask(admin.address(), path.toString())));
                Thread.sleep(INTERVAL);
            }
        }
    }

    private void print(List<Map<?, ?>> members) {
        PrintWriter err = spec.commandLine().getErr();
        List<Map<String, @Nullable Object>> lines = new ArrayList<>();
        for (Map<?, ?> member : members) {
            String name = StatusReport.text(member, "name");
            if (StatusReport.number(member, "dropped") > 0) {
                err.println(TextTable.printable(name) + ": " + StatusReport.text(member, "dropped")
                        + " more requests, not shown");
            }
            String reason = StatusReport.text(member, "reason");
            if (!reason.equals(silent.put(name, reason)) && !reason.equals("-")) {
                err.println(Silence.of(member).line(name));
            }
            for (Map<?, ?> line : StatusReport.list(member, "lines")) {
                Map<String, @Nullable Object> named = JsonWriter.object("member", name);
                line.forEach((key, value) -> named.put(key.toString(), value));
                lines.add(named);
            }
        }
        lines.sort(Comparator.comparing(line -> StatusReport.text(line, "time")));
        lines.forEach(line -> spec.commandLine().getOut().println(json ? JsonWriter.write(line) : text(line)));
        spec.commandLine().getOut().flush();
        err.flush();
    }

    private static String text(Map<?, ?> line) {
        return TextTable.printable(String.format(
                Locale.ROOT,
                "%s %s %s %s %s%s %s %s B %.6f s %s",
                line.get("time"),
                line.get("member"),
                line.get("remote"),
                StatusReport.text(line, "method"),
                StatusReport.text(line, "host"),
                StatusReport.text(line, "target"),
                line.get("status"),
                line.get("bytes"),
                StatusReport.number(line, "duration"),
                line.get("from")));
    }
}
