package io.gosling.bench.packet;

import io.gosling.bench.experiment.MedianInterval;
import io.gosling.bench.figures.PaperClaim;
import io.gosling.bench.packet.TestbedSetup.Course;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Compares the paper's figures, those of its switched network where it says which, and this project's goals with the
 * results of a run. The paper draws its figures; the numbers are those that its text names (sections 4.2.1 and 4.2.2,
 * and table 2).
 */
record PacketPaperClaims(PacketReport report) {
    private static final double LEAST_OF_KERNEL = 0.9;
    private static final double MOST_OF_LSNAT = 0.6;
    private static final List<ForwarderKind> GOSLING = List.of(ForwarderKind.LSMAC, ForwarderKind.LSNAT);
    private static final ToDoubleFunction<PacketResult> RATE = one -> one.load().rate();

    static String rates(DocumentSet set) {
        return switch (set) {
            case EMPTY, KB_2 -> "5-8";
            case LOG -> "9";
            case MADE -> "10";
            case BYTES -> "section 3.3";
        };
    }

    List<PaperClaim> claims() {
        List<PaperClaim> claims = new ArrayList<>();
        for (RequestKind asked : report.asked(Course.SPEED)) {
            GOSLING.forEach(mechanism -> kernel(claims, asked, mechanism));
            cpu(claims, asked);
        }
        for (RequestKind asked : report.asked(Course.SCALE)) {
            rates(claims, asked);
            GOSLING.forEach(mechanism -> table2(claims, asked, mechanism));
            GOSLING.forEach(mechanism -> beside(claims, asked, mechanism));
        }
        return claims;
    }

    private TestbedSetup of(Course course, ForwarderKind mechanism) {
        int servers = mechanism == ForwarderKind.ALONE ? 1 : report.servers(course);
        return new TestbedSetup(course, mechanism, servers, false);
    }

    private Optional<MedianInterval> ratio(
            ForwarderKind one,
            ForwarderKind other,
            Course course,
            RequestKind asked,
            ToDoubleFunction<PacketResult> figure) {
        return report.ratio(of(course, one), of(course, other), asked, figure);
    }

    private void kernel(List<PaperClaim> claims, RequestKind asked, ForwarderKind mechanism) {
        ForwarderKind kernel = mechanism.inTheKernel();
        String what = mechanism.label() + " over " + kernel.label() + ", answers/s, " + asked.line();
        String goal = asked.kept() ? "-" : "0.90 or more (of the project)";
        ratio(mechanism, kernel, Course.SPEED, asked, RATE)
                .map(found -> asked.kept() ? found.text() : found.text(found.median() >= LEAST_OF_KERNEL))
                .ifPresent(found -> claims.add(new PaperClaim("goal", what, goal, found)));
    }

    private void cpu(List<PaperClaim> claims, RequestKind asked) {
        String what = "dispatcher's CPU for a frame, lsmac over lsnat, " + asked.line();
        ratio(ForwarderKind.LSMAC, ForwarderKind.LSNAT, Course.SPEED, asked, PacketResult::dispatcherMicrosPerFrame)
                .map(found -> found.text(found.median() <= MOST_OF_LSNAT))
                .ifPresent(found -> claims.add(new PaperClaim("goal", what, "0.60 or less (of the project)", found)));
    }

    private void rates(List<PaperClaim> claims, RequestKind asked) {
        String figure = rates(asked.set());
        for (ForwarderKind mechanism :
                List.of(ForwarderKind.LSMAC, ForwarderKind.LSNAT, ForwarderKind.NFT_MAC, ForwarderKind.NFT_NAT)) {
            String what = mechanism.label() + " with " + report.servers(Course.SCALE)
                    + " servers over one alone, answers/s, " + asked.line();
            ratio(mechanism, ForwarderKind.ALONE, Course.SCALE, asked, RATE)
                    .ifPresent(found ->
                            claims.add(new PaperClaim(figure, what, overAlone(mechanism, asked), found.text())));
        }
        String what = "lsmac over lsnat, answers/s, " + asked.line();
        ratio(ForwarderKind.LSMAC, ForwarderKind.LSNAT, Course.SCALE, asked, RATE)
                .ifPresent(found -> claims.add(new PaperClaim(figure, what, overEachOther(asked), found.text())));
    }

    /** With three servers. */
    private static String overAlone(ForwarderKind mechanism, RequestKind asked) {
        if (asked.kept()) {
            return "-";
        }
        boolean small = asked.set() == DocumentSet.EMPTY || asked.set() == DocumentSet.KB_2;
        boolean log = asked.set() == DocumentSet.LOG;
        return switch (mechanism) {
            case LSMAC -> small ? "2.6 (1800 over 700)" : log ? "2.0 (800 over 400)" : "-";
            case LSNAT -> small ? "1.3 (900 over 700)" : log ? "0.5 (200 over 400)" : "-";
            default -> "-";
        };
    }

    private static String overEachOther(RequestKind asked) {
        if (asked.kept()) {
            return "-";
        }
        return switch (asked.set()) {
            case EMPTY, KB_2 -> "2.0";
            case LOG -> "4.0";
            case MADE -> "about 1";
            case BYTES -> "-";
        };
    }

    private void table2(List<PaperClaim> claims, RequestKind asked, ForwarderKind mechanism) {
        PacketReport.Case one = new PacketReport.Case(of(Course.SCALE, mechanism), asked);
        double dispatcher = report.results().median(one, PacketResult::dispatcherPercent);
        double backend = report.results().median(one, PacketResult::backendPercent);
        if (!Double.isNaN(dispatcher + backend)) {
            String what = "CPU of the dispatcher and of a server, " + mechanism.label() + ", " + asked.line();
            String paper = asked.kept() ? "-" : used(mechanism, asked.set());
            claims.add(PaperClaim.of("table 2", what, paper, "%.1f/%.1f %% of one", dispatcher, backend));
        }
    }

    /** On a machine of its own each. */
    private static String used(ForwarderKind mechanism, DocumentSet set) {
        boolean mac = mechanism == ForwarderKind.LSMAC;
        return switch (set) {
            case EMPTY -> mac ? "100/80 %" : "100/42 %";
            case KB_2 -> mac ? "98/80 %" : "100/40 %";
            case LOG -> mac ? "45/20 %" : "65/10 %";
            case MADE -> mac ? "20/40 %" : "67/35 %";
            case BYTES -> "-";
        };
    }

    private void beside(List<PaperClaim> claims, RequestKind asked, ForwarderKind mechanism) {
        TestbedSetup without = of(Course.SCALE, mechanism);
        TestbedSetup with = new TestbedSetup(Course.SCALE, mechanism, without.servers(), true);
        String figure = mechanism == ForwarderKind.LSMAC ? "15" : "16";
        String what =
                "one more server on the dispatcher's host, over without, " + mechanism.label() + ", " + asked.line();
        String paper = asked.set() == DocumentSet.MADE ? "a little above 1" : "below 1";
        report.ratio(with, without, asked, RATE)
                .ifPresent(found -> claims.add(new PaperClaim(figure, what, paper, found.text())));
    }
}
