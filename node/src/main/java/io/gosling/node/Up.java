package io.gosling.node;

import io.gosling.node.settings.BadConfiguration;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.ConfigurationFile;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.ServedSettings;
import io.gosling.node.settings.Setting;
import io.gosling.node.settings.UpSettings;
import io.gosling.node.settings.Values;
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
import picocli.CommandLine.Spec;

/** {@code gosling up}: a front-end and nodes as processes of their own on this machine. */
@Command(
        name = "up",
        description = {
            "Run a front-end and some nodes on this machine, each a process of its own.",
            "They are kept running until Ctrl-C or TERM. Without DIR they serve an introduction to Gosling."
        },
        footer = {
            "",
            "Examples:",
            "  gosling up",
            "  gosling up /srv/site --nodes 4 --memory 256m --port 8080",
            "  gosling up /srv/site --policy wrr --cooperation off"
        })
final class Up implements Verb {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    private @Nullable Invocation invocation;

    @Override
    public List<Setting<?>> settings() {
        return UpSettings.ALL;
    }

    @Override
    public boolean runsUntilStopped() {
        return true;
    }

    @Override
    public void accept(Invocation called) {
        this.invocation = called;
    }

    @Override
    public ExitCode call() throws IOException, BadConfiguration, InterruptedException {
        Invocation called = Objects.requireNonNull(invocation);
        requireFreePorts(called.values());
        StopRequest stop = StopRequest.installOnTerminal();
        try (RunFolder folder = RunFolder.create()) {
            Values nodes = nodes(called.values());
            ClusterPlan plan = ClusterPlan.of(
                            called.values(),
                            nodes,
                            site(called.values(), nodes, folder),
                            folder.secret(),
                            JavaCommand.inherited(),
                            MemoryBudget.machineMemory())
                    .withVerbose(called.verbose());
            PrintWriter err = spec.commandLine().getErr();
            if (!plan.ignored().isEmpty()) {
                err.println("up | --node-config: " + String.join(", ", plan.ignored())
                        + ": not taken from the file, since up chooses them itself");
            }
            try (Supervisor supervisor = new Supervisor(plan, err, stop)) {
                Map<String, ReadyLine> lines = supervisor.start();
                if (!stop.isRequested()) {
                    announce(lines, called.out());
                    stop.await();
                }
            }
        }
        return ExitCode.OK;
    }

    /** The directory that every node serves; null where their file has sites. */
    private static @Nullable Path site(Values values, Values nodes, RunFolder folder)
            throws IOException, BadConfiguration {
        Optional<Path> named = values.find(NodeSettings.DIR);
        if (nodes.isGiven(ServedSettings.SITES)) {
            if (named.isPresent()) {
                throw new BadConfiguration(List.of(
                        "DIR: " + named.get() + " is given, and sites in --node-config as well; expected one of them"));
            }
            SiteConfiguration.sites(nodes);
            SiteConfiguration.requireRoots(nodes);
            return null;
        }
        return named.isPresent() ? SiteDirectory.require(named.get()) : SampleSite.locate(folder.path());
    }

    /** Before anything is started: the front-end, which would find out, starts last. */
    private static void requireFreePorts(Values values) {
        Ports.requireFree(CommonSettings.PORT, values.get(CommonSettings.HOST), values.get(CommonSettings.PORT));
        Ports.requireFree(
                CommonSettings.ADMIN_PORT,
                Objects.requireNonNull(CommonSettings.ADMIN_HOST.initial()),
                values.get(CommonSettings.ADMIN_PORT));
    }

    /** Read here too: what is wrong in it is said once and before anything starts. */
    private static Values nodes(Values values) throws BadConfiguration {
        Optional<Path> file = values.find(UpSettings.NODE_CONFIG);
        return file.isPresent() ? ConfigurationFile.read(file.get(), NodeSettings.ALL) : Values.none();
    }

    private static void announce(Map<String, ReadyLine> lines, PrintWriter out) {
        TextTable table = new TextTable("PROCESS", "HTTP", "ADMIN", "PEER", "CLUSTER");
        lines.forEach((name, line) ->
                table.row(name, line.get("http"), line.get("admin"), line.get("peer"), line.get("cluster")));
        out.print(table);
        ReadyLine frontEnd = Objects.requireNonNull(lines.get(Supervisor.FRONT_END));
        out.println(
                ReadyLine.of("http", frontEnd.get("http"), "admin", frontEnd.get("admin"), "nodes", lines.size() - 1));
        out.flush();
    }
}
