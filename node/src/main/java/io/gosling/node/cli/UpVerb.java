package io.gosling.node.cli;

import io.gosling.command.ExitCode;
import io.gosling.command.VerbInvocation;
import io.gosling.node.configuration.FrontEndConfigurationConverter;
import io.gosling.node.configuration.SiteConfigurationConverter;
import io.gosling.node.configuration.SiteDirectoryCheck;
import io.gosling.node.content.ServedContent;
import io.gosling.node.process.PortBinder;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.process.StartupMemoryCheck;
import io.gosling.node.process.StopRequest;
import io.gosling.node.report.TextTable;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.LocalClusterSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.NodeSitesSettings;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.node.supervise.ClusterCommandLines;
import io.gosling.node.supervise.JavaCommandBuilder;
import io.gosling.node.supervise.ReplicaSetCommandLines;
import io.gosling.node.supervise.SampleSite;
import io.gosling.node.supervise.Supervisor;
import io.gosling.node.supervise.TemporaryRunDirectory;
import io.gosling.origin.upstream.OriginAddress;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.replication.serve.ReplicationSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
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
    public ExitCode call() throws IOException, BadConfigurationException, InterruptedException {
        VerbInvocation called = called();
        StopRequest stop = StopRequest.installOnTerminal();
        try (TemporaryRunDirectory folder = TemporaryRunDirectory.create()) {
            SettingValues nodes = nodes(called.values());
            List<String> ofGroup = ReplicationSettings.given(nodes);
            if (!replication && !ofGroup.isEmpty()) {
                throw new BadConfigurationException("--node-config: " + String.join(", ", ofGroup)
                        + " given without --replication; expected both or neither");
            }
            FrontEndConfigurationConverter.requireCooperation(called.values().over(nodes));
            ClusterCommandLines plan = ClusterCommandLines.of(
                            called.values(),
                            nodes,
                            served(called.values(), nodes, folder),
                            folder.secret(),
                            JavaCommandBuilder.inherited(),
                            StartupMemoryCheck.machineMemory())
                    .withVerbose(called.verbose());
            PrintWriter err = spec.commandLine().getErr();
            if (!plan.ignored().isEmpty()) {
                err.println("up | --node-config: " + String.join(", ", plan.ignored())
                        + ": not taken from the file, since up chooses them itself");
            }
            ReplicaSetCommandLines group = replication ? ReplicaSetCommandLines.of(plan) : null;
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
    private static @Nullable String served(SettingValues values, SettingValues nodes, TemporaryRunDirectory folder)
            throws IOException, BadConfigurationException {
        Optional<String> origin = values.find(OriginSettings.URL).map(OriginAddress::toString);
        Optional<Path> directory = values.find(NodeSettings.DIR);
        Optional<String> named = origin.or(() -> directory.map(Path::toString));
        if (origin.isPresent() && directory.isPresent()) {
            throw new BadConfigurationException("DIR: " + directory.get() + " is given, and --origin-url "
                    + origin.get() + " as well; expected one of them");
        }
        for (Setting<?> whole : List.of(NodeSitesSettings.SITES, OriginSettings.URL)) {
            if (nodes.isGiven(whole) && named.isPresent()) {
                throw new BadConfigurationException("DIR: " + named.get() + " is given, and " + whole.name()
                        + " in --node-config as well; expected one of them");
            }
        }
        OriginAddress asked = ServedContent.origin(nodes, SiteConfigurationConverter.sites(nodes));
        SiteConfigurationConverter.requireRoots(nodes);
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
    private static void requireFreePorts(SettingValues values) {
        PortBinder.requireFree(CommonSettings.PORT, values.get(CommonSettings.HOST), values.get(CommonSettings.PORT));
        PortBinder.requireFree(
                CommonSettings.ADMIN_PORT,
                Objects.requireNonNull(CommonSettings.ADMIN_HOST.initial()),
                values.get(CommonSettings.ADMIN_PORT));
    }

    /** Reads the nodes' file here too, so that errors in it are reported once and before anything starts. */
    private static SettingValues nodes(SettingValues values) throws BadConfigurationException {
        Optional<Path> file = values.find(LocalClusterSettings.NODE_CONFIG);
        return file.isPresent() ? YamlConfigurationReader.read(file.get(), NodeSettings.ALL) : SettingValues.none();
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
