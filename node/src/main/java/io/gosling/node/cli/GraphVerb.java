package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.node.configuration.SiteDirectoryCheck;
import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.LinkGraphFindings;
import io.gosling.replication.page.LinkRuleSettings;
import io.gosling.replication.site.LinkGraphLimits;
import io.gosling.replication.site.ScanProgress;
import io.gosling.replication.site.SiteScanner;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gosling graph}: shows the links of a site and those that could be chosen. */
@Command(
        name = "graph",
        description = """
            Read a site's pages and show the graph of their links. Names entry points, files that nothing leads
            to, and links that lead nowhere. Nothing is served and nothing is changed.\
            """,
        footer = {"", "Examples:", "  gosling graph site", "  gosling graph --lint site", "  gosling graph --dot site"})
final class GraphVerb implements Verb {
    private static final int SHOWN = 20;
    private static final int TELL_EVERY = 1000;
    private static final List<String> LINT_ALONE =
            List.of("--documents", "--cors", "--policy", "--extend-policy", "--co-op");
    /** Hashes files up to the longest page, so that quick changes are detected. */
    private static final DocumentRoot.Settings HASHED =
            new DocumentRoot.Settings("graph", LinkGraphLimits.defaults().pageBytes());

    static final class Form {
        @Option(
                names = "--json",
                description = "Every file and every link with its place in the file's bytes, as JSON.")
        private boolean json;

        @Option(names = "--dot", description = "For Graphviz: a node a file, an edge for all links between two.")
        private boolean dot;

        @Option(
                names = "--lint",
                description = "Which links a server could lead to another one's copy, which it would leave alone, and"
                        + " why.")
        private boolean lint;
    }

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "DIR", description = "The directory of the site.")
    private Path directory = Path.of("");

    @ArgGroup
    private @Nullable Form form;

    @Option(
            names = "--entry",
            paramLabel = "PATH",
            description = "A path where clients begin; may be given several times. Default: /")
    private List<String> entries = new ArrayList<>();

    @Option(names = "--all", description = "Name each file and link, and not only the first " + SHOWN + " of a kind.")
    private boolean all;

    @Option(names = "--documents", description = "With --lint: links to other pages may be chosen too.")
    private boolean documents;

    @Option(names = "--cors", description = "With --lint: the servers send Access-Control-Allow-Origin.")
    private boolean cors;

    @Option(
            names = "--policy",
            paramLabel = "CSP",
            description = "With --lint: a content security policy that the pages are sent with.")
    private List<String> policies = new ArrayList<>();

    @Option(
            names = "--extend-policy",
            description = "With --lint: that policy is sent with the origin of the server with the copies in it.")
    private boolean extendPolicy;

    @Option(
            names = "--co-op",
            paramLabel = "URL",
            description = "With --lint: the origin of the server with the copies. Default: ${DEFAULT-VALUE}",
            defaultValue = "http://co-op.invalid")
    private URI coOp = URI.create("http://co-op.invalid");

    @Override
    public ExitCode call() throws IOException {
        requireForm();
        Path site = SiteDirectoryCheck.require(directory);
        List<String> begins = canonical(entries.isEmpty() ? List.of("/") : entries);
        String origin = origin();
        SiteScanner.Scanned scanned = scan(site);
        LinkGraph graph = scanned.graph();
        LinkGraphFindings findings = LinkGraphFindings.of(graph, begins);
        PrintWriter out = spec.commandLine().getOut();
        int shown = all ? Integer.MAX_VALUE : SHOWN;
        if (form != null && form.json) {
            GraphJsonWriter.write(graph, findings, out::println);
        } else if (form != null && form.dot) {
            GraphDotWriter.write(graph, findings, out::println);
        } else if (form != null && form.lint) {
            LinkRewriteReport.of(graph, findings, rules(), origin, shown)
                    .lines()
                    .forEach(out::println);
        } else {
            GraphSummaryFormat.lines(scanned, findings, shown).forEach(out::println);
        }
        return entries.isEmpty() ? ExitCode.OK : there(findings.missing());
    }

    private ExitCode there(List<String> missing) {
        missing.forEach(path -> spec.commandLine()
                .getErr()
                .println("gosling: --entry: value \"" + path + "\"; expected the path of a file of the site"));
        return missing.isEmpty() ? ExitCode.OK : ExitCode.NOT_FOUND;
    }

    private void requireForm() {
        boolean lints = form != null && form.lint;
        if (all && form != null && !lints) {
            throw new ParameterException(
                    spec.commandLine(), "--all: given with --json or --dot, which have all; expected one of them");
        }
        LINT_ALONE.stream()
                .filter(name -> !lints && spec.commandLine().getParseResult().hasMatchedOption(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new ParameterException(
                            spec.commandLine(),
                            name + ": given without --lint, which alone goes by it; expected --lint as well");
                });
    }

    /** The rules of the options; a header has several policies separated by commas. */
    private LinkRuleSettings rules() {
        LinkRuleSettings rules = LinkRuleSettings.safe()
                .with(LinkRuleSettings.DOCUMENTS, documents)
                .with(LinkRuleSettings.CORS, cors)
                .with(LinkRuleSettings.EXTEND_POLICY, extendPolicy);
        return policies.isEmpty() ? rules : rules.with(LinkRuleSettings.CONTENT_POLICY, String.join(",", policies));
    }

    private List<String> canonical(List<String> paths) {
        try {
            return paths.stream().map(path -> DocumentPath.parse(path).key()).toList();
        } catch (IllegalDocumentPathException e) {
            throw new ParameterException(spec.commandLine(), "--entry: " + e.getMessage());
        }
    }

    private String origin() {
        if (!List.of("http", "https").contains(String.valueOf(coOp.getScheme())) || coOp.getHost() == null) {
            throw new ParameterException(
                    spec.commandLine(), "--co-op: value \"" + coOp + "\"; expected an origin such as http://web2:8080");
        }
        return coOp.getScheme() + "://" + coOp.getAuthority();
    }

    private SiteScanner.Scanned scan(Path site) throws IOException {
        return new SiteScanner(DocumentRoot.at(site, HASHED), LinkGraphLimits.defaults(), this::tell)
                .scan(LinkGraph.empty());
    }

    private void tell(ScanProgress progress) {
        if (progress.files() > 0 && progress.files() % TELL_EVERY == 0) {
            spec.commandLine()
                    .getErr()
                    .printf(
                            "%d of %d files, %d pages and styles read%n",
                            progress.files(), progress.ofFiles(), progress.parsed());
        }
    }
}
