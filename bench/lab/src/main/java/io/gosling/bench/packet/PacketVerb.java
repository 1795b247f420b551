package io.gosling.bench.packet;

import io.gosling.bench.experiment.ExperimentProcedure;
import io.gosling.bench.experiment.ExperimentVerb;
import io.gosling.bench.hosts.NamespaceHosts;
import io.gosling.bench.packet.TestbedSetup.Course;
import io.gosling.bench.process.CpuQuotaGroups;
import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.tools.process.MachineDescription;
import io.gosling.tools.process.NumberRange;
import io.gosling.tools.process.ProcessWorkspace;
import io.gosling.tools.report.ReportTextFormat;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gosling bench packet}: the packet dispatchers under the loads of their paper. */
@Command(name = "packet", description = """
    Repeat the experiments of the LSMAC and LSNAT paper: a client, a router, a dispatcher and back-ends,
    each a network namespace of Linux that is made and removed. Beside the dispatchers of 'gosling
    dispatch' rules of nftables do the same in the kernel, where nft is installed. Two courses: 'speed'
    compares with the kernel, nobody confined; 'scale' has dispatcher and back-ends as machines of equal
    speed.\
    """, footer = """

        It wants root on Linux and iproute2 ('ip'). Exit status 1 when a request failed, or anything else is
        not as it should be.

        Columns of the CSV: round, course, mechanism, servers, on_dispatchers_host, set, connections,
        answers_per_s, bytes_per_s, mean_ms, p50_ms, p99_ms, answered, failed, dispatcher_cpu_percent,
        dispatcher_cpu_us_per_connection, dispatcher_cpu_us_per_frame, dispatcher_frames,
        backend_cpu_percent, backend_cpu_us_per_connection, machine_cpu_us_per_connection, drops.

        Examples:
          gosling bench packet --markdown packet.md --csv packet.csv --html packet.html
          gosling bench packet --courses speed --sets 2k,log --rounds 9\
        """)
public final class PacketVerb extends ExperimentVerb {
    private static final int START_SECONDS = 6;

    @Option(names = "--courses", paramLabel = "NAME", split = ",", description = "Of speed, scale. Default: both.")
    private List<String> courses = List.of("speed", "scale");

    @Option(
            names = "--sets",
            paramLabel = "NAME",
            split = ",",
            description = "Of 0k, 2k, log, made, bytes. Default: all.")
    private List<String> sets = new ArrayList<>();

    @Option(names = "--servers", paramLabel = "N", split = ",", description = "Back-ends of the course 'scale'")
    @NumberRange(least = 1, most = 8)
    private List<Integer> servers = List.of(1, 2, 3);

    @Option(names = "--clients", paramLabel = "N", description = "At a time")
    @NumberRange(least = 1, most = 1000)
    private int clients = 32;

    @Option(
            names = "--share",
            paramLabel = "PERCENT",
            description = "Of one CPU, for the dispatcher and for each back-end in the course 'scale', ${RANGE}, where"
                    + " control groups can be made.")
    @NumberRange(least = 1, most = 100)
    private int share = 20;

    @Option(names = "--warm-up", paramLabel = "S")
    @NumberRange(least = 0, most = 600)
    private int warmUp = 4;

    @Option(names = "--seconds", paramLabel = "S")
    @NumberRange(least = 2, most = 600)
    private int seconds = 8;

    @Option(names = "--rounds", paramLabel = "N")
    @NumberRange(least = 1, most = 99)
    private int rounds = 3;

    @Option(names = "--quick", description = "A little of it: whether it runs, and no figure to go by.")
    private boolean quick;

    @Override
    public ExitCode call() throws IOException, InterruptedException {
        check();
        String obstacle = NamespaceHosts.obstacle();
        if (!obstacle.isEmpty()) {
            throw new CommandFailureException(ExitCode.CONFIGURATION, obstacle);
        }
        return measure();
    }

    private void check() {
        List<String> allCourses =
                Arrays.stream(Course.values()).map(Course::label).toList();
        List<String> allSets =
                Arrays.stream(DocumentSet.values()).map(set -> set.label).toList();
        courses.forEach(course -> requireOneOf("--courses", course, allCourses));
        sets.forEach(set -> requireOneOf("--sets", set, allSets));
    }

    private ExitCode measure() throws IOException, InterruptedException {
        if (quick) {
            courses = List.of(Course.SPEED.label());
            servers = List.of(1);
            sets = sets.isEmpty() ? List.of(DocumentSet.KB_2.label, DocumentSet.BYTES.label) : sets;
            clients = 8;
            warmUp = 0;
            seconds = 2;
            rounds = 1;
        }
        List<PacketResult> measured = new ArrayList<>();
        boolean whole = true;
        ExperimentProcedure all = new ExperimentProcedure(
                Duration.ZERO, 1, share, Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds), rounds);
        Map<String, String> head = processHead();
        head.put("machine", MachineDescription.itself(Runtime.getRuntime().availableProcessors()));
        head.put("network", "a namespace for each host, over one bridge of Linux and a router");
        try (ProcessWorkspace place = ProcessWorkspace.open();
                CpuQuotaGroups groups = CpuQuotaGroups.open(share)) {
            try (Testbed bed = Testbed.open(place, backends())) {
                DocumentSetFiles files = DocumentSetFiles.drawn();
                bed.startNodes(files.write(place.directory("files")));
                if (chosen(DocumentSet.BYTES)) {
                    bed.start("bytes-service", Testbed.BYTES_PORT);
                }
                if (chosen(DocumentSet.MADE) && courses.contains(Course.SCALE.label())) {
                    bed.start("made-service", Testbed.MADE_PORT);
                }
                bed.awaitServers();
                describe(head, files, groups, bed.noRules());
                Consumer<PacketResult> told = one -> measured.add(told(PacketResult.COLUMNS, one));
                if (courses.contains(Course.SPEED.label())) {
                    whole &= run(speed(bed), new PacketTrial(bed, place, files, clients, all, asked(true), null, told));
                }
                if (courses.contains(Course.SCALE.label())) {
                    List<RequestKind> asked = asked(false);
                    boolean warm = warmUp(new PacketTrial(bed, place, files, clients, all, asked, null, one -> {}));
                    bed.confine(groups);
                    PacketTrial trial = new PacketTrial(bed, place, files, clients, all, asked, groups, told);
                    whole &= warm && run(scale(bed), trial);
                }
            }
        }
        tellTaken(head);
        publish(new PacketReport(head, measured).figures());
        return whole && measured.stream().allMatch(one -> one.load().isSound()) ? ExitCode.OK : ExitCode.FAILURE;
    }

    /** As many as the largest arrangement wants, and in 'scale' one more, beside which a dispatcher runs. */
    private int backends() {
        int scale = courses.contains(Course.SCALE.label()) ? most() + 1 : 1;
        return courses.contains(Course.SPEED.label()) ? Math.max(scale, inSpeed()) : scale;
    }

    private int most() {
        return Collections.max(servers);
    }

    private int inSpeed() {
        return quick ? 1 : 2;
    }

    private void describe(Map<String, String> head, DocumentSetFiles files, CpuQuotaGroups groups, String noRules) {
        head.put(
                "log mix",
                ReportTextFormat.format(
                        "%d files, drawn; %.1f KB in the mean of what is asked for",
                        files.sizes().size(), files.mean() / 1024));
        head.put(
                "shares in scale",
                groups.each("the dispatcher and for each back-end", "clients, router and rules in the kernel"));
        head.put("load", clients + " clients, " + seconds + " s, " + rounds + " rounds");
        if (!noRules.isEmpty()) {
            head.put("left out", "the kernel's rules: " + noRules);
            say("without the kernel's rules: " + noRules);
        }
    }

    private boolean run(List<TestbedSetup> cases, PacketTrial trial) throws InterruptedException {
        ExperimentProcedure all = trial.rounds();
        say(cases.size() + " arrangements of " + trial.asked().size() + " cases, " + rounds + " rounds: about "
                + all.minutes(cases.size() * trial.asked().size(), START_SECONDS) + " minutes");
        ExperimentProcedure.Trial<TestbedSetup, List<PacketResult>> each = trial::run;
        try {
            int found = all.measure(cases, each.naming(TestbedSetup::toString), this::say)
                    .size();
            return all.isWhole(cases.size(), found);
        } catch (IOException allDiscarded) {
            // Each was told when it was; another course may have been measured.
            return false;
        }
    }

    /** With a part of a CPU back-ends would compile for minutes, so without this nothing can be measured. */
    private boolean warmUp(PacketTrial trial) throws InterruptedException {
        say("all back-ends are warmed up");
        ExperimentProcedure.Trial<TestbedSetup, List<PacketResult>> each = trial::run;
        try {
            each.naming(TestbedSetup::toString)
                    .run(0, new TestbedSetup(Course.SCALE, ForwarderKind.LSMAC, most(), true));
            return true;
        } catch (IOException e) {
            say("not measured, since back-ends could not be warmed up: " + e.getMessage());
            return false;
        }
    }

    private boolean chosen(DocumentSet set) {
        return sets.isEmpty() || sets.contains(set.label);
    }

    /** Each request on a connection of its own; where dispatchers are compared with the kernel also on kept ones. */
    private List<RequestKind> asked(boolean speed) {
        List<RequestKind> asked = new ArrayList<>();
        for (DocumentSet set : DocumentSet.values()) {
            // A process for each request shows nothing of a dispatcher's speed.
            if (chosen(set) && !(speed && set == DocumentSet.MADE)) {
                asked.add(RequestKind.apart(set));
            }
            if (speed && !quick && set == DocumentSet.KB_2 && chosen(set)) {
                asked.add(new RequestKind(set, true));
            }
        }
        return asked;
    }

    private List<TestbedSetup> speed(Testbed bed) {
        List<TestbedSetup> cases = new ArrayList<>();
        for (ForwarderKind mechanism : ForwarderKind.values()) {
            if (mechanism != ForwarderKind.ALONE && (bed.noRules().isEmpty() || !mechanism.isKernel())) {
                cases.add(new TestbedSetup(Course.SPEED, mechanism, inSpeed(), false));
            }
        }
        return cases;
    }

    private List<TestbedSetup> scale(Testbed bed) {
        List<Integer> counts = servers.stream().distinct().sorted().toList();
        List<TestbedSetup> cases = new ArrayList<>();
        cases.add(new TestbedSetup(Course.SCALE, ForwarderKind.ALONE, 1, false));
        for (ForwarderKind mechanism : List.of(ForwarderKind.LSMAC, ForwarderKind.LSNAT)) {
            counts.forEach(count -> cases.add(new TestbedSetup(Course.SCALE, mechanism, count, false)));
            cases.add(new TestbedSetup(Course.SCALE, mechanism, counts.getLast(), true));
            if (bed.noRules().isEmpty()) {
                cases.add(new TestbedSetup(Course.SCALE, mechanism.inTheKernel(), counts.getLast(), false));
            }
        }
        return cases;
    }
}
