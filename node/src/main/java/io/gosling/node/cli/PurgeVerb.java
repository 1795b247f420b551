package io.gosling.node.cli;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.node.report.AdminAddress;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.PurgeReport;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gosling purge}: asks one admin port to purge objects from the whole cluster. */
@Command(
        name = "purge",
        description = """
                Have the whole cluster forget objects. Any member's admin port will do. It ends when no node will serve
                what it had of them before, and says what each node answered.""",
        footer = {
            "",
            "Exit status 5 when that cannot be said of every node: then the purge still spreads to those it can reach.",
            "",
            "Examples:",
            "  gosling purge http://www.example.com/prices.html /logo.png",
            "  gosling purge --tag article-1 --tag front --soft",
            "  gosling purge --prefix /img/ --dry-run",
            "  gosling purge --host www.example.com --admin 127.0.0.1:4675"
        })
final class PurgeVerb implements Verb {
    /** The timeout for a status, which a live process answers at once. */
    private static final Duration ALIVE = Duration.ofSeconds(5);

    /** Longer than a purge takes with the longest lease, through a front-end too. */
    private static final Duration TIMEOUT = Duration.ofSeconds(140);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "URL|PATH",
            arity = "0..*",
            description = "One object each, with all its variants; a path alone means it on every host.")
    private List<String> urls = new ArrayList<>();

    @Option(
            names = "--prefix",
            paramLabel = "URL|PATH",
            description = "All objects whose URLs, or paths on every host, begin so.")
    private List<String> prefixes = new ArrayList<>();

    @Option(names = "--host", paramLabel = "HOST", description = "All objects of this host.")
    private List<String> hosts = new ArrayList<>();

    @Option(
            names = "--tag",
            paramLabel = "TAG",
            description =
                    "All objects whose origin gave them this tag: Surrogate-Key, xkey, Cache-Tag or Cache-Groups.")
    private List<String> tags = new ArrayList<>();

    @Option(names = "--soft", description = "They become stale instead: their origin is asked whether they still hold.")
    private boolean soft;

    @Option(names = "--dry-run", description = "Only count what the node that is asked holds of them.")
    private boolean dryRun;

    @Mixin
    private AdminOption admin = new AdminOption();

    @Option(names = "--json", description = "Print the answer as a JSON object.")
    private boolean json;

    @Override
    public ExitCode call() throws InterruptedException {
        String form = form();
        AdminAddress address = admin.address();
        try (AdminClient looking = admin.client(ALIVE)) {
            // A frozen process accepts connections and never answers: this shows before a purge is sent to it.
            looking.status(address, null);
            AdminClient.Answer answer = post(address, form);
            return switch (answer.status()) {
                case 200 -> print(answer.text(), ExitCode.OK);
                case 207 -> print(answer.text(), ExitCode.PARTIAL);
                case 400 ->
                    throw new ParameterException(
                            spec.commandLine(), answer.text().strip());
                default -> throw AdminOption.refused(address, answer);
            };
        } catch (IOException e) {
            throw AdminOption.unreachable(address, e, "node");
        }
    }

    private AdminClient.Answer post(AdminAddress address, String form) throws IOException, InterruptedException {
        try (AdminClient client = admin.client(TIMEOUT)) {
            return client.post(address, "/purge", form);
        } catch (HttpTimeoutException e) {
            throw new CommandFailureException(
                    ExitCode.UNREACHABLE,
                    address + " has not answered within " + TIMEOUT.toSeconds()
                            + " s: whether it was done is not known; repeat it at another node",
                    e);
        }
    }

    private String form() {
        List<String> pairs = new ArrayList<>();
        urls.forEach(url -> pairs.add(AdminClient.pair("url", url)));
        prefixes.forEach(prefix -> pairs.add(AdminClient.pair("prefix", prefix)));
        hosts.forEach(host -> pairs.add(AdminClient.pair("host", host)));
        tags.forEach(tag -> pairs.add(AdminClient.pair("tag", tag)));
        if (pairs.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "nothing to purge; expected a URL or a path, --prefix, --host or --tag");
        }
        if (soft) {
            pairs.add("soft=true");
        }
        if (dryRun) {
            pairs.add("dry-run=true");
        }
        return String.join("&", pairs);
    }

    private ExitCode print(String text, ExitCode code) throws IOException {
        spec.commandLine().getOut().print(json ? text : PurgeReport.write(AdminClient.parse(text)));
        spec.commandLine().getOut().flush();
        return code;
    }
}
