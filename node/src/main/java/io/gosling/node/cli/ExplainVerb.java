package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.common.JsonWriter;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.ExplainReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gosling explain}: asks all members how they would answer a URL, and why. */
@Command(
        name = "explain",
        description = """
                Show how each member would answer a GET for a URL now, and why: the rules that match, the copies in
                memory and their freshness, the node with the directory entry, the holders, the last decisions, and the
                back-ends that a front-end would choose. Nothing is counted, fetched or changed. The admin port of a
                front-end shows it and the nodes, that of a node the nodes.""",
        footer = {
            "",
            "Examples:",
            "  gosling explain http://www.example.com/prices.html",
            "  gosling explain /logo.png --header Accept-Language:de"
        })
final class ExplainVerb implements Verb {
    /** Longer than a member waits for the others. */
    private static final Duration TIMEOUT = Duration.ofSeconds(6);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "URL|PATH", description = "A URL; or a path, where the host makes no difference.")
    private String url = "";

    @Option(
            names = "--header",
            paramLabel = "NAME:VALUE",
            description = "A header of the request, for responses that vary.")
    private List<String> headers = new ArrayList<>();

    @Mixin
    private AdminOption admin = new AdminOption();

    @Option(names = "--json", description = "Print what the members say as one JSON array.")
    private boolean json;

    @Override
    public ExitCode call() throws Exception {
        StringBuilder query = new StringBuilder("/cluster/explain?").append(AdminClient.pair("url", url));
        headers.forEach(header -> query.append("&").append(AdminClient.pair("header", header)));
        try (AdminClient client = admin.client(TIMEOUT)) {
            List<Map<?, ?>> all = admin.ask(() -> client.ask(admin.address(), query.toString()));
            spec.commandLine().getOut().print(json ? JsonWriter.write(all) + "\n" : ExplainReport.write(all));
            spec.commandLine().getOut().flush();
            return all.stream().anyMatch(one -> "silent".equals(one.get("state"))) ? ExitCode.PARTIAL : ExitCode.OK;
        }
    }
}
