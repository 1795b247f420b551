package io.gosling.bench.peers;

import io.gosling.bench.experiment.ExperimentVerb;
import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.tools.process.CpuAssignment;
import io.gosling.tools.process.LaunchCommand;
import io.gosling.tools.process.MachineDescription;
import io.gosling.tools.process.NumberRange;
import io.gosling.tools.process.ProcessWorkspace;
import io.gosling.tools.process.ProgramFinder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gosling bench peers}: what a request costs here and on other servers. */
@Command(name = "peers", description = """
    Compare Gosling with nginx and the other servers that are installed, on the same files. CPU
    microseconds a request, one event loop against one worker, server and load on a CPU \
    each.\
    """, footer = """

        Wants Linux, two CPUs, nginx, wrk, h2load and taskset (Debian: nginx-light wrk nghttp2-client
        util-linux). Everything listens on 127.0.0.1 and is ended with the command. All rows take an hour or
        more, with --quick no more than 20 s. Exit status 1 when a row failed.

        Columns of the CSV: row, round, server, value, requests, seconds, elsewhere. The value is
        microseconds of CPU a request, or bytes; elsewhere is the share of the server's CPU that something
        else took.

        Examples:
          gosling bench peers --rounds 9 --seconds 3 --markdown peers.md --html peers.html
          gosling bench peers --rows 1k,h2 --peers nginx --rounds 3 --seconds 1
          gosling bench peers --rows proxy-1k,proxy-10k,proxy-100k,chain-1k --peers nginx,haproxy,varnish
          gosling bench peers --rows cold,cold-start --peers nginx
          gosling bench peers --rows handoff-100k,handoff-close --peers nginx\
        """)
public final class PeersVerb extends ExperimentVerb {
    private static final int MOST_WARM_UPS = 8;
    private static final Set<ComparisonRow> QUICK_ROWS = Set.of(ComparisonRow.KB_1, ComparisonRow.PROXY_1K);

    @Option(
            names = "--rows",
            paramLabel = "ROW",
            split = ",",
            description = "Of 1k, 10k, 100k, 1m, pipelined, h2, tls, close, log, sites, cold, cold-start, loops,"
                    + " idle, heap, heap-log, proxy-1k, proxy-10k, proxy-100k, chain-1k, handoff-100k, handoff-close."
                    + " Default: all;"
                    + " quickly 1k, proxy-1k.")
    private List<String> rowLabels = new ArrayList<>();

    @Option(
            names = "--peers",
            paramLabel = "SERVER",
            split = ",",
            description = "Of nginx, varnish, haproxy; nginx always takes part. Default: all;" + " quickly nginx.")
    private List<String> peerLabels = new ArrayList<>();

    @Option(names = "--rounds", paramLabel = "N")
    @NumberRange(least = 1, most = 99)
    private int rounds = 9;

    @Option(names = "--seconds", paramLabel = "S", description = "Of a round")
    @NumberRange(least = 1, most = 60)
    private int seconds = 3;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            description = "Seconds of load on each server before the first round, ${RANGE}, and again up to eight times"
                    + " until it has answered 100 000 requests and they become no cheaper.")
    @NumberRange(least = 1, most = 60)
    private int warmUp = 6;

    @Option(
            names = "--quick",
            description = "One round of a second after one of warm-up: whether it runs, and no figure to go by.")
    private boolean quick;

    @Override
    public ExitCode call() throws IOException, InterruptedException {
        List<ComparisonRow> rows = rows();
        List<ComparedServer> servers = servers();
        for (String tool : List.of("nginx", ComparisonLoad.WRK, ComparisonLoad.H2LOAD, "taskset")) {
            if (ProgramFinder.find(tool).isEmpty()) {
                throw new CommandFailureException(
                        ExitCode.NOT_FOUND,
                        tool + " is missing; install it (Debian: nginx-light wrk nghttp2-client util-linux)");
            }
        }
        ComparisonRunner.Pace pace =
                quick ? ComparisonRunner.Pace.QUICK : new ComparisonRunner.Pace(rounds, seconds, warmUp, MOST_WARM_UPS);
        List<Integer> cpus = CpuAssignment.allowed();
        Map<String, String> head = head(cpus.size(), servers);
        SampleCollector ledger = new SampleCollector(told());
        try (ProcessWorkspace place = ProcessWorkspace.open()) {
            ComparisonRunner courses = ComparisonRunner.in(place, cpus, pace, LaunchCommand.script(), servers);
            for (ComparisonRow row : rows) {
                courses.absent(row).forEach(server -> ledger.leaveOut(row, server));
                try {
                    courses.run(row, ledger);
                } catch (CommandFailureException | IOException e) {
                    if (place.closed()) {
                        return ExitCode.FAILURE;
                    }
                    ledger.strike(row, String.valueOf(e.getMessage()));
                }
            }
        }
        tellTaken(head);
        publish(new PeersReport(head, rows, ledger.samples(), ledger.leftOut()));
        return ledger.whole() ? ExitCode.OK : ExitCode.FAILURE;
    }

    private List<ComparisonRow> rows() {
        rowLabels.forEach(label -> requireOneOf("--rows", label, ComparisonRow.labels()));
        Set<ComparisonRow> usual = quick ? QUICK_ROWS : EnumSet.allOf(ComparisonRow.class);
        return Stream.of(ComparisonRow.values())
                .filter(row -> rowLabels.isEmpty() ? usual.contains(row) : rowLabels.contains(row.label))
                .toList();
    }

    /** nginx, and of the others those that are wanted and installed. */
    private List<ComparedServer> servers() throws IOException, InterruptedException {
        List<String> known = Stream.concat(Stream.of(OtherServers.NGINX), OtherServers.PEERS.stream())
                .map(ComparedServer::label)
                .toList();
        peerLabels.forEach(label -> requireOneOf("--peers", label, known));
        List<ComparedServer> servers = new ArrayList<>(List.of(OtherServers.NGINX, OtherServers.NGINX_SENDFILE));
        for (ComparedServer peer : OtherServers.PEERS) {
            boolean named = peerLabels.contains(peer.label());
            boolean installed = peer.version().find().isPresent();
            require(installed || !named, "--peers", peer.label(), "a server that is installed");
            if (installed && (named || (peerLabels.isEmpty() && !quick))) {
                servers.add(peer);
            }
        }
        return servers;
    }

    private Map<String, String> head(int cpus, List<ComparedServer> servers) throws IOException, InterruptedException {
        Map<String, String> head = processHead();
        head.put("machine", MachineDescription.itself(cpus) + ", loopback");
        head.put("measured", rounds + " rounds of " + seconds + " s, after " + warmUp + " s of warm-up");
        List<String> versions = new ArrayList<>(List.of(Objects.requireNonNull(head.get("versions"))));
        for (ComparedServer server : servers) {
            if (!server.equals(OtherServers.NGINX_SENDFILE)) {
                versions.add(server.label() + " " + server.version().find().orElse("unknown"));
            }
        }
        versions.add("wrk "
                + ProgramFinder.version(ProgramFinder.find(ComparisonLoad.WRK).orElseThrow(), "-v"));
        versions.add("h2load "
                + ProgramFinder.version(
                        ProgramFinder.find(ComparisonLoad.H2LOAD).orElseThrow(), "--version"));
        head.put("versions", String.join(", ", versions));
        return head;
    }
}
