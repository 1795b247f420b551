package io.gosling.tools.calibrate;

import io.gosling.command.ExitCode;
import io.gosling.tools.process.LaunchCommand;
import io.gosling.tools.process.MachineDescription;
import io.gosling.tools.process.NumberRange;
import io.gosling.tools.process.OutputFileConverter;
import io.gosling.tools.process.ProcessWorkspace;
import io.gosling.tools.process.ReportingVerb;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.simulate.CostModel;
import io.gosling.tools.simulate.CostModelYamlCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gosling calibrate}: measures the costs of this machine's nodes, for the simulator. */
@Command(name = "calibrate", description = """
                Measure what requests cost a node of this machine, and write it as a profile for gosling simulate. A
                node is started on loopback and asked for files in memory and on the disk. See \
                docs/load.md.""", footer = """

                Wants Linux, a JDK, and a machine with nothing else to do; takes two minutes.

                Examples:
                  gosling calibrate --profile this-machine.yaml
                  gosling simulate --preset rice --nodes 1-8 --profile this-machine.yaml""")
public final class CalibrateVerb extends ReportingVerb {
    @Option(names = "--seconds", paramLabel = "S", description = "Of load at a time")
    @NumberRange(least = 1, most = 60)
    private int seconds = 5;

    @Option(names = "--files", paramLabel = "N", description = "Of 8 KiB to miss")
    @NumberRange(least = 100, most = 7000)
    private int files = 4000;

    @Option(
            names = "--disk",
            paramLabel = "FOLDER",
            description = "Whose disk is read; 64 MiB are written there for the time. Default: the temporary folder.")
    private Path disk = Path.of(System.getProperty("java.io.tmpdir", "."));

    @Option(names = "--name", paramLabel = "NAME", description = "Of the profile. Default: this-machine.")
    private String name = "this-machine";

    @Option(
            names = "--close",
            description = "Costs of one connection for each request, as in HTTP/1.0; otherwise of kept ones.")
    private boolean close;

    @Option(
            names = "--profile",
            paramLabel = "FILE",
            converter = OutputFileConverter.class,
            description = "Write the profile there too.")
    private @Nullable Path profile;

    @Override
    public ExitCode call() throws IOException, InterruptedException {
        require(name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}"), "--name", name, "letters, digits, . _ -");
        LaunchCommand.script();
        DiskCosts reads = DiskCosts.measure(disk);
        NodeCosts node;
        try (ProcessWorkspace place = ProcessWorkspace.open()) {
            node = NodeCosts.measure(place, Duration.ofSeconds(seconds), files);
        }
        Map<String, String> head = MachineDescription.head(typed());
        tellTaken(head);
        String text = text(head, node, reads);
        print(text);
        OutputFileConverter.write(profile, () -> text);
        return ExitCode.OK;
    }

    private String text(Map<String, String> head, NodeCosts node, DiskCosts reads) {
        StringBuilder text = new StringBuilder();
        head.forEach((fact, value) -> text.append("# " + fact + ": " + value.replace("`", "") + "\n"));
        text.append(ReportTextFormat.format(
                "# measured, in microseconds: a request over a kept connection %.1f, a connection beside it %.1f, 512"
                        + " bytes %.3f; a file of 8 KiB that was not in memory %.0f more, told apart in steps of %.0f,"
                        + " which the model does not have%n"
                        + "# answered, in microseconds, one request at a time: from memory %.0f, with a file (of the"
                        + " page cache) %.0f%n"
                        + "# the disk was read %s%n",
                node.request(),
                node.connection(),
                node.unit(),
                node.miss(),
                NodeCosts.missStep(files),
                node.hitDelay(),
                node.missDelay(),
                reads.direct() ? "past the page cache" : "by way of the page cache, which cannot be passed by there"));
        return text.append(CostModelYamlCodec.yaml(costs(name, node, reads, close)))
                .toString();
    }

    /** The simulator has a connection for each request: its parts are the halves of what a request takes. */
    public static CostModel costs(String name, NodeCosts node, DiskCosts reads, boolean close) {
        long request = Math.round(1000 * (node.request() + (close ? node.connection() : 0)));
        // Nodes request objects from each other by HTTP, so a message costs either end what a request does.
        return new CostModel(
                name,
                request / 2,
                Math.max(1, request - request / 2),
                Math.round(1000 * node.unit()),
                Math.round(1000 * node.request()),
                reads.first(),
                reads.block(),
                0,
                reads.atOnce(),
                0);
    }
}
