package io.gosling.bench.cluster;

import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.report.ResultColumns;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts of requests by the source of their bytes, as reported by nodes ({@code gosling_requests_total}).
 *
 * @param home the memory of the object's home node
 * @param store a disk, of this node or the home, or an origin; what waited for another request's reading is here too
 * @param other errors, and what was made for the request
 */
public record ResponseSourceCounts(long own, long home, long peer, long store, long other) {
    public static final List<Source> SOURCES = List.of(
            new Source("own memory", "own_ratio", ResponseSourceCounts::own),
            new Source("home's memory", "home_ratio", ResponseSourceCounts::home),
            new Source("other memory", "peer_ratio", ResponseSourceCounts::peer),
            new Source("disk", "store_ratio", ResponseSourceCounts::store));

    static final ResponseSourceCounts NONE = new ResponseSourceCounts(0, 0, 0, 0, 0);

    private static final Pattern COUNTED =
            Pattern.compile("(?m)^gosling_requests_total\\{[^}]*from=\"([a-z-]+)\"[^}]*} ([0-9.eE+]+)");

    /** A source of answers, by its name in plots and in the CSV. */
    public record Source(String name, String column, ToLongFunction<ResponseSourceCounts> count) {
        public double share(ResponseSourceCounts answers) {
            return answers.share(count.applyAsLong(answers));
        }
    }

    public static ResponseSourceCounts of(NodeProcesses processes) throws IOException {
        ResponseSourceCounts sum = NONE;
        for (NodeProcesses.Member member : processes.members()) {
            sum = sum.plus(of(member));
        }
        return sum;
    }

    public static ResponseSourceCounts of(NodeProcesses.Member member) throws IOException {
        return read(member.admin("/metrics"));
    }

    public static ResponseSourceCounts read(String metrics) {
        ResponseSourceCounts sum = NONE;
        Matcher counted = COUNTED.matcher(metrics);
        while (counted.find()) {
            long count = (long) Double.parseDouble(counted.group(2));
            sum = sum.plus(
                    switch (counted.group(1)) {
                        case "local-memory" -> new ResponseSourceCounts(count, 0, 0, 0, 0);
                        case "home-memory" -> new ResponseSourceCounts(0, count, 0, 0, 0);
                        case "peer-memory" -> new ResponseSourceCounts(0, 0, count, 0, 0);
                        case "local-disk", "home-disk", "origin" -> new ResponseSourceCounts(0, 0, 0, count, 0);
                        default -> new ResponseSourceCounts(0, 0, 0, 0, count);
                    });
        }
        return sum;
    }

    /** Adds the shares of all sources to the columns of results that have such counts. */
    public static <R> ResultColumns<R> shares(ResultColumns<R> columns, Function<R, ResponseSourceCounts> of) {
        ResultColumns<R> all = columns;
        for (Source source : SOURCES) {
            all = all.and(source.column(), "%.4f", one -> source.share(of.apply(one)));
        }
        return all;
    }

    ResponseSourceCounts plus(ResponseSourceCounts more) {
        return new ResponseSourceCounts(
                own + more.own, home + more.home, peer + more.peer, store + more.store, other + more.other);
    }

    public ResponseSourceCounts minus(ResponseSourceCounts before) {
        return new ResponseSourceCounts(
                own - before.own, home - before.home, peer - before.peer, store - before.store, other - before.other);
    }

    public long all() {
        return own + home + peer + store + other;
    }

    public double share(long part) {
        return all() == 0 ? 0 : (double) part / all();
    }

    public long others() {
        return home + peer;
    }

    public double fromMemory() {
        return share(own + others());
    }
}
