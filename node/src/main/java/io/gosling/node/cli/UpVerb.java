package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.Invocation;
import io.gosling.node.configuration.SiteConfiguration;
import io.gosling.node.configuration.SiteDirectoryCheck;
import io.gosling.node.content.ServedContent;
import io.gosling.node.process.PortBinding;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.process.StartupMemoryCheck;
import io.gosling.node.process.StopRequest;
import io.gosling.node.report.TextTable;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.ConfigurationFile;
import io.gosling.node.settings.LocalClusterSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.NodeSitesSettings;
import io.gosling.node.supervise.ClusterPlan;
import io.gosling.node.supervise.JavaCommand;
import io.gosling.node.supervise.ReplicaSetPlan;
import io.gosling.node.supervise.RunDirectory;
import io.gosling.node.supervise.SampleSite;
import io.gosling.node.supervise.Supervisor;
import io.gosling.origin.upstream.OriginAddress;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.replication.serve.ReplicationSettings;
import io.gosling.settings.BadConfiguration;
import io.gosling.settings.Setting;
import io.gosling.settings.Values;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gosling up}: runs a front-end and nodes as separate processes on this machine. */
@Command(name = "up", description = """
                Run a front-end and some nodes on this machine, each a process of its own. They are kept running
                until Ctrl-C or TERM. Without DIR they serve an introduction to Gosling; with a URL instead, what the
                HTTP server at that address answers.""", footer = """

                Examples:
                  gosling up
                  gosling up /srv/site --nodes 4 --memory 256m --port 8080
                  gosling up http://127.0.0.1:3000/
                  gosling up /srv/site --policy wrr --cooperation off
                  gosling up /srv/site --replication --nodes 4
                  gosling up /srv/site --replication --nodes 4 --policy lard-r""")
final class UpVerb extends ServerVerb {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--replication",
            description =
                    "No cluster, and no front-end without --policy: servers whose pages lead to copies on each other.")
    private boolean replication;

    @Override
    public List<Setting<?>> settings() {
        return LocalClusterSettings.ALL;
    }

    @Override
    public ExitCode call() throws IOException, BadConfiguration, InterruptedException {
        Invocation called = called();
        StopRequest stop = StopRequest.installOnTerminal();
        try (RunDirectory folder = RunDirectory.create()) {
            Values nodes = nodes(called.values());
            List<String> ofGroup = ReplicationSettings.given(nodes);
            if (!replication && !ofGroup.isEmpty()) {
                throw new BadConfiguration("--node-config: " + String.join(", ", ofGroup)
                        + " given without --replication; expected both or neither");
            }
            ClusterPlan plan = ClusterPlan.of(
                            called.values(),
                            nodes,
                            served(called.values(), nodes, folder),
                            folder.secret(),
                            JavaCommand.inherited(),
                            StartupMemoryCheck.machineMemory())
                    .withVerbose(called.verbose());
            PrintWriter err = spec.commandLine().getErr();
            if (!plan.ignored().isEmpty()) {
                err.println("up | --node-config: " + String.join(", ", plan.ignored())
                        + ": not taken from the file, since up chooses them itself");
            }
            ReplicaSetPlan group = replication ? ReplicaSetPlan.of(plan) : null;
            requireFreePorts(called.values());
            try (Supervisor supervisor = new Supervisor(plan, group, err, stop)) {
                Map<String, ReadyLine> lines = supervisor.start();
                if (!stop.isRequested()) {
                    announce(
                            lines,
                            called.out(),
                            group == null || group.hasFrontEnd()
                                    ? Supervisor.FRONT_END
                                    : plan.names().getFirst());
                    stop.await();
                }
            }
        }
        return ExitCode.OK;
    }

    /** The content that every node serves, a directory or the URL of an origin; null if their file names it. */
    private static @Nullable String served(Values values, Values nodes, RunDirectory folder)
            throws IOException, BadConfiguration {
        Optional<String> origin = values.find(OriginSettings.URL).map(OriginAddress::toString);
        Optional<Path> directory = values.find(NodeSettings.DIR);
        Optional<String> named = origin.or(() -> directory.map(Path::toString));
        if (origin.isPresent() && directory.isPresent()) {
            throw new BadConfiguration("DIR: " + directory.get() + " is given, and --origin-url " + origin.get()
                    + " as well; expected one of them");
        }
        for (Setting<?> whole : List.of(NodeSitesSettings.SITES, OriginSettings.URL)) {
            if (nodes.isGiven(whole) && named.isPresent()) {
                throw new BadConfiguration("DIR: " + named.get() + " is given, and " + whole.name()
                        + " in --node-config as well; expected one of them");
            }
        }
        OriginAddress asked = ServedContent.origin(nodes, SiteConfiguration.sites(nodes));
        SiteConfiguration.requireRoots(nodes);
        if (asked != null || nodes.isGiven(NodeSitesSettings.SITES)) {
            return null;
        }
        if (origin.isPresent()) {
            return origin.get();
        }
        Path files =
                directory.isPresent() ? SiteDirectoryCheck.require(directory.get()) : SampleSite.locate(folder.path());
        return files.toString();
    }

    /** Checks the ports before anything is started: the front-end, which would find out, starts last. */
    private static void requireFreePorts(Values values) {
        PortBinding.requireFree(CommonSettings.PORT, values.get(CommonSettings.HOST), values.get(CommonSettings.PORT));
        PortBinding.requireFree(
                CommonSettings.ADMIN_PORT,
                Objects.requireNonNull(CommonSettings.ADMIN_HOST.initial()),
                values.get(CommonSettings.ADMIN_PORT));
    }

    /** Reads the nodes' file here too, so that errors in it are reported once and before anything starts. */
    private static Values nodes(Values values) throws BadConfiguration {
        Optional<Path> file = values.find(LocalClusterSettings.NODE_CONFIG);
        return file.isPresent() ? ConfigurationFile.read(file.get(), NodeSettings.ALL) : Values.none();
    }

    private static void announce(Map<String, ReadyLine> lines, PrintWriter out, String entry) {
        TextTable table = new TextTable("PROCESS", "HTTP", "ADMIN", "PEER", "CLUSTER");
        lines.forEach((name, line) ->
                table.row(name, line.get("http"), line.get("admin"), line.get("peer"), line.get("cluster")));
        out.print(table);
        ReadyLine first = Objects.requireNonNull(lines.get(entry));
        int nodes = lines.size() - (entry.equals(Supervisor.FRONT_END) ? 1 : 0);
        out.println(ReadyLine.of("http", first.get("http"), "admin", first.get("admin"), "nodes", nodes));
        out.flush();
    }
}
