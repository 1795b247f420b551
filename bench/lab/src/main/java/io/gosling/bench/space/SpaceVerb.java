package io.gosling.bench.space;

import io.gosling.command.ExitCode;
import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.process.NumberRange;
import io.gosling.tools.process.OutputFileConverter;
import io.gosling.tools.process.ProcessWorkspace;
import io.gosling.tools.process.ReportingVerb;
import io.gosling.tools.report.Markdown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gosling bench space}: measures the costs and the response times of the object space of real nodes. */
@Command(name = "space", description = """
    Measure what the object space costs, on nodes before an origin. How long a purge takes, what another
    node's memory costs beside a bare connection, how often the origin is asked for one object, what
    nodes take that nobody asks, and what objects take of memory.\
    """, footer = """

        Wants Linux and a JDK. Everything listens on 127.0.0.1 and is ended with the command. Of a million
        objects on eight nodes it takes about a quarter of an hour on two CPUs, and idle three minutes more.

        Examples:
          gosling bench space --markdown space.md
          gosling bench space --figures peer,idle
          gosling bench space --figures memory,tag --nodes 3 --memory 1g --heap 1g
          gosling bench space --figures purge,flight --nodes 3 --objects 10000 --clients 1000\
        """)
public final class SpaceVerb extends ReportingVerb {
    private static final List<String> ALL = List.of(
            PeerFetchMeasurement.NAME,
            PeerFetchMeasurement.ENCRYPTED,
            IdleNodeMeasurement.NAME,
            MemoryMeasurement.NAME,
            PurgeMeasurement.BY_URL,
            CoalescingMeasurement.NAME,
            PurgeMeasurement.BY_TAG);
    private static final List<String> APART =
            List.of(PeerFetchMeasurement.NAME, PeerFetchMeasurement.ENCRYPTED, IdleNodeMeasurement.NAME);

    private static final int QUICK_IDLE_SECONDS = 5;

    @Option(
            names = "--figures",
            paramLabel = "NAME",
            split = ",",
            description = "Of peer, encrypted, idle, memory, purge, flight, tag. Default: all. With tag every object"
                    + " has one tag, which the other figures then contain.")
    private List<String> figures = new ArrayList<>(ALL);

    @Option(names = "--nodes", paramLabel = "N")
    @NumberRange(least = 1, most = 16)
    private int nodes = 8;

    @Option(names = "--objects", paramLabel = "N", description = "Fetched before anything is measured")
    @NumberRange(least = 100, most = 10_000_000)
    private int objects = 1000000;

    @Option(names = "--body", paramLabel = "BYTES", description = "Of an object")
    @NumberRange(least = 64, most = 1_000_000)
    private int body = 1024;

    @Option(
            names = "--purges",
            paramLabel = "N",
            description = "One after the other; by tag at most so many that half of the objects stay")
    @NumberRange(least = 1, most = 100_000)
    private int purges = 1000;

    @Option(names = "--clients", paramLabel = "N", description = "Of one cold object at the same time")
    @NumberRange(least = 1, most = 60_000)
    private int clients = 10000;

    @Option(names = "--requests", paramLabel = "N", description = "To another node's memory in each of nine rounds")
    @NumberRange(least = 10, most = 1_000_000)
    private int requests = 15_000;

    @Option(names = "--memory", paramLabel = "SIZE", description = "Of a node, for bodies. Default: 256m.")
    private String memory = "256m";

    @Option(names = "--heap", paramLabel = "SIZE", description = "Of a node's JVM. Default: 256m.")
    private String heap = "256m";

    @Option(
            names = "--quick",
            description = "600 objects on three nodes, few requests, idle for 5 s: whether it runs, and no figure to go"
                    + " by; of the other options --figures, --body, --memory, --heap and --markdown count.")
    private boolean quick;

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            converter = OutputFileConverter.class,
            description = "Write the table there too.")
    private @Nullable Path markdown;

    @Override
    public ExitCode call() throws IOException, InterruptedException {
        figures.forEach(figure -> requireOneOf("--figures", figure, ALL));
        if (quick) {
            beQuick();
        }
        List<MeasuredFigure> lines = new ArrayList<>();
        try (ProcessWorkspace place = ProcessWorkspace.open()) {
            NodeProcesses.Shape shape = new NodeProcesses.Shape(heap, memory, List.of());
            int idle = quick ? QUICK_IDLE_SECONDS : IdleNodeMeasurement.SECONDS;
            measure(
                    PeerFetchMeasurement.NAME,
                    "another node's memory beside a bare connection",
                    lines,
                    () -> new PeerFetchMeasurement(place, shape, requests, null).run());
            measure(
                    PeerFetchMeasurement.ENCRYPTED,
                    "another node's memory without and with encryption",
                    lines,
                    () -> PeerFetchMeasurement.encrypted(place, shape, requests));
            measure(
                    IdleNodeMeasurement.NAME,
                    "nodes without requests",
                    lines,
                    () -> new IdleNodeMeasurement(place, shape, idle).run());
            if (!APART.containsAll(figures)) {
                ofCluster(place, shape, lines);
            }
        }
        Map<String, String> head = processHead();
        head.put(
                "measured",
                nodes + " nodes with " + heap + " of heap and " + memory + " of memory, " + objects + " objects of "
                        + body
                        + " bytes, " + purges + " purges, " + clients + " clients, " + requests + " requests");
        SpaceReport report = new SpaceReport(head, lines);
        print(report.markdown());
        OutputFileConverter.write(markdown, report::markdown);
        return ExitCode.OK;
    }

    private void beQuick() {
        nodes = 3;
        objects = 600;
        purges = 20;
        clients = 300;
        requests = 20;
    }

    @FunctionalInterface
    private interface Course {
        List<MeasuredFigure> run() throws IOException, InterruptedException;
    }

    private void measure(String figure, String what, List<MeasuredFigure> lines, Course course)
            throws IOException, InterruptedException {
        if (figures.contains(figure)) {
            say(what);
            lines.addAll(course.run());
        }
    }

    /** Measures purges by tag last, since they remove up to half of the objects that the other figures need. */
    private void ofCluster(ProcessWorkspace place, NodeProcesses.Shape shape, List<MeasuredFigure> lines)
            throws IOException, InterruptedException {
        say("starting " + nodes + " nodes");
        try (CountingOrigin origin = new CountingOrigin(body, figures.contains(PurgeMeasurement.BY_TAG));
                NodeProcesses processes =
                        NodeProcesses.start(place, shape, origin.url().toString(), nodes)) {
            MemoryMeasurement.Load load = () -> new ObjectPreloader(processes, objects).load(told());
            say("fetching " + objects + " objects");
            if (figures.contains(MemoryMeasurement.NAME)) {
                lines.addAll(new MemoryMeasurement(processes, objects, body).during(load));
            } else {
                load.run();
            }
            measure(
                    PurgeMeasurement.BY_URL,
                    purges + " purges",
                    lines,
                    PurgeMeasurement.byUrl(processes, origin, objects, purges)::run);
            String what = clients + " clients of one object";
            measure(
                    CoalescingMeasurement.NAME,
                    what,
                    lines,
                    new CoalescingMeasurement(processes, origin, clients)::run);
            measure(
                    PurgeMeasurement.BY_TAG,
                    "purges by tag",
                    lines,
                    PurgeMeasurement.byTag(processes, origin, objects, purges)::run);
        }
    }

    record SpaceReport(Map<String, String> head, List<MeasuredFigure> lines) {
        String markdown() {
            return Markdown.facts(head) + "\n"
                    + Markdown.table(MeasuredFigure.COLUMNS.table(lines), "|---|---|---|---:|---:|");
        }
    }
}
