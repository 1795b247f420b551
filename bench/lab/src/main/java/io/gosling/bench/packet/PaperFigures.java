package io.gosling.bench.packet;

import io.gosling.bench.experiment.MedianInterval;
import io.gosling.bench.figures.Claim;
import io.gosling.bench.packet.Arrangement.Course;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Compares the paper's figures, those of its switched network where it says which, and this project's goals with the
 * results of a run. The paper draws its figures; the numbers are those that its text names (sections 4.2.1 and 4.2.2,
 * and table 2).
 */
record PaperFigures(PacketReport report) {
    private static final double LEAST_OF_KERNEL = 0.9;
    private static final double MOST_OF_LSNAT = 0.6;
    private static final Function<PacketResult, OptionalDouble> RATE =
            one -> OptionalDouble.of(one.load().rate());

    static String rates(FileSet set) {
        return switch (set) {
            case EMPTY, KB_2 -> "5-8";
            case LOG -> "9";
            case MADE -> "10";
            case BYTES -> "section 3.3";
        };
    }

    List<Claim> claims() {
        List<Claim> claims = new ArrayList<>();
        for (Asked asked : report.asked(Course.SPEED)) {
            kernel(claims, asked, Mechanism.LSMAC);
            kernel(claims, asked, Mechanism.LSNAT);
            cpu(claims, asked);
        }
        for (Asked asked : report.asked(Course.SCALE)) {
            rates(claims, asked);
            overEachOther(claims, asked);
            table2(claims, asked, Mechanism.LSMAC);
            table2(claims, asked, Mechanism.LSNAT);
            beside(claims, asked, Mechanism.LSMAC);
            beside(claims, asked, Mechanism.LSNAT);
        }
        return claims;
    }

    private Arrangement of(Course course, Mechanism mechanism) {
        int servers = mechanism == Mechanism.ALONE ? 1 : report.servers(course);
        return new Arrangement(course, mechanism, servers, false);
    }

    private void kernel(List<Claim> claims, Asked asked, Mechanism mechanism) {
        ratio(mechanism, mechanism.inTheKernel(), Course.SPEED, asked, RATE)
                .ifPresent(found -> claims.add(new Claim(
                        "goal",
                        mechanism.label() + " over " + mechanism.inTheKernel().label() + ", answers/s, " + asked.line(),
                        asked.kept() ? "-" : "0.90 or more (of the project)",
                        found.text() + (asked.kept() ? "" : reached(found.median() >= LEAST_OF_KERNEL)))));
    }

    private void cpu(List<Claim> claims, Asked asked) {
        ratio(Mechanism.LSMAC, Mechanism.LSNAT, Course.SPEED, asked, PacketResult::dispatcherMicrosPerFrame)
                .ifPresent(found -> claims.add(new Claim(
                        "goal",
                        "dispatcher's CPU for a frame, lsmac over lsnat, " + asked.line(),
                        "0.60 or less (of the project)",
                        found.text() + reached(found.median() <= MOST_OF_LSNAT))));
    }

    private static String reached(boolean goal) {
        return goal ? ": reached" : ": not reached";
    }

    private Optional<MedianInterval> ratio(
            Mechanism one, Mechanism other, Course course, Asked asked, Function<PacketResult, OptionalDouble> figure) {
        return report.ratio(of(course, one), of(course, other), asked, figure);
    }

    private void rates(List<Claim> claims, Asked asked) {
        for (Mechanism mechanism : List.of(Mechanism.LSMAC, Mechanism.LSNAT, Mechanism.NFT_MAC, Mechanism.NFT_NAT)) {
            ratio(mechanism, Mechanism.ALONE, Course.SCALE, asked, RATE)
                    .ifPresent(found -> claims.add(new Claim(
                            rates(asked.set()),
                            mechanism.label() + " with " + report.servers(Course.SCALE)
                                    + " servers over one alone, answers/s, " + asked.line(),
                            overAlone(mechanism, asked),
                            found.text())));
        }
    }

    /** With three servers. */
    private static String overAlone(Mechanism mechanism, Asked asked) {
        if (asked.kept()) {
            return "-";
        }
        boolean small = asked.set() == FileSet.EMPTY || asked.set() == FileSet.KB_2;
        boolean log = asked.set() == FileSet.LOG;
        return switch (mechanism) {
            case LSMAC -> small ? "2.6 (1800 over 700)" : log ? "2.0 (800 over 400)" : "-";
            case LSNAT -> small ? "1.3 (900 over 700)" : log ? "0.5 (200 over 400)" : "-";
            default -> "-";
        };
    }

    private void overEachOther(List<Claim> claims, Asked asked) {
        ratio(Mechanism.LSMAC, Mechanism.LSNAT, Course.SCALE, asked, RATE)
                .ifPresent(found -> claims.add(new Claim(
                        rates(asked.set()),
                        "lsmac over lsnat, answers/s, " + asked.line(),
                        asked.kept()
                                ? "-"
                                : switch (asked.set()) {
                                    case EMPTY, KB_2 -> "2.0";
                                    case LOG -> "4.0";
                                    case MADE -> "about 1";
                                    case BYTES -> "-";
                                },
                        found.text())));
    }

    private void table2(List<Claim> claims, Asked asked, Mechanism mechanism) {
        PacketReport.Case one = new PacketReport.Case(of(Course.SCALE, mechanism), asked);
        report.median(one, PacketResult::dispatcherPercent)
                .ifPresent(dispatcher -> report.median(one, PacketResult::backendPercent)
                        .ifPresent(backend -> claims.add(Claim.of(
                                "table 2",
                                "CPU of the dispatcher and of a server, " + mechanism.label() + ", " + asked.line(),
                                asked.kept() ? "-" : used(mechanism, asked.set()),
                                "%.1f/%.1f %% of one",
                                dispatcher,
                                backend))));
    }

    /** On a machine of its own each. */
    private static String used(Mechanism mechanism, FileSet set) {
        boolean mac = mechanism == Mechanism.LSMAC;
        return switch (set) {
            case EMPTY -> mac ? "100/80 %" : "100/42 %";
            case KB_2 -> mac ? "98/80 %" : "100/40 %";
            case LOG -> mac ? "45/20 %" : "65/10 %";
            case MADE -> mac ? "20/40 %" : "67/35 %";
            case BYTES -> "-";
        };
    }

    private void beside(List<Claim> claims, Asked asked, Mechanism mechanism) {
        Arrangement without = of(Course.SCALE, mechanism);
        Arrangement with = new Arrangement(Course.SCALE, mechanism, without.servers(), true);
        report.ratio(with, without, asked, RATE)
                .ifPresent(found -> claims.add(new Claim(
                        mechanism == Mechanism.LSMAC ? "15" : "16",
                        "one more server on the dispatcher's host, over without, " + mechanism.label() + ", "
                                + asked.line(),
                        asked.set() == FileSet.MADE ? "a little above 1" : "below 1",
                        found.text())));
    }
}
