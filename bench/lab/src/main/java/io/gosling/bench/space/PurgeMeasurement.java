package io.gosling.bench.space;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.tools.cluster.KeepAliveConnection;
import io.gosling.tools.cluster.NodeProcesses;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Measures purges at the first node, one after the other, of a URL or of a tag each. After each purge objects that it
 * named are requested at other nodes, which must then ask the origin.
 *
 * @param what is purged, for the table
 */
record PurgeMeasurement(NodeProcesses processes, CountingOrigin origin, List<Purge> purges, String name, String what) {
    static final String BY_URL = "purge";
    static final String BY_TAG = "tag";

    /** The objects of a tag that are requested after its purge, each at another node if there are as many. */
    private static final int CHECKED = 3;

    private static final int OK = 200;
    private static final int DIGITS = 3;
    private static final double GOAL_MILLIS = 50;

    /**
     * One purge.
     *
     * @param selector as a form of {@code POST /purge} has it
     * @param objects some that it names, held by other nodes than the first if there are others
     */
    record Purge(String selector, List<Integer> objects) {}

    static PurgeMeasurement byUrl(NodeProcesses processes, CountingOrigin origin, int objects, int purges) {
        return new PurgeMeasurement(
                processes, origin, ofUrls(objects, purges, processes.members().size()), BY_URL, "one URL");
    }

    /** Purges of objects drawn with replacement, none of the first node's unless there is no other object. */
    static List<Purge> ofUrls(int objects, int purges, int nodes) {
        return new Random(1)
                .ints(0, objects)
                .filter(object -> objects == 1 || isElsewhere(object, nodes))
                .limit(purges)
                .mapToObj(object -> new Purge(
                        "url=http://" + KeepAliveConnection.HOST + ObjectPreloader.path(object), List.of(object)))
                .toList();
    }

    static PurgeMeasurement byTag(NodeProcesses processes, CountingOrigin origin, int objects, int purges) {
        int tagged = Math.min(objects, ObjectPreloader.TAGGED);
        return new PurgeMeasurement(
                processes,
                origin,
                ofTags(objects, purges, processes.members().size()),
                BY_TAG,
                "one tag, which " + tagged + " of " + objects + " fetched objects have,");
    }

    /**
     * Purges of different tags, each of which still has all its objects; about half of them at most, so that memories
     * stay full meanwhile. A last tag that has fewer objects than the others is left out.
     */
    static List<Purge> ofTags(int objects, int purges, int nodes) {
        int tagged = Math.min(objects, ObjectPreloader.TAGGED);
        int tags = objects / tagged;
        Random random = new Random(1);
        List<Integer> firsts = new ArrayList<>(
                IntStream.range(0, tags).mapToObj(tag -> tag * tagged).toList());
        Collections.shuffle(firsts, random);
        return firsts.stream()
                .limit(Math.clamp(tags / 2, 1, purges))
                .map(first -> {
                    int start = random.nextInt(tagged);
                    List<Integer> some = IntStream.range(0, tagged)
                            .map(next -> first + (start + next) % tagged)
                            .filter(object -> isElsewhere(object, nodes))
                            .limit(CHECKED)
                            .boxed()
                            .toList();
                    return new Purge("tag=" + ObjectPreloader.tag(first), some);
                })
                .toList();
    }

    private static boolean isElsewhere(int object, int nodes) {
        return nodes == 1 || object % nodes != 0;
    }

    List<MeasuredFigure> run() throws IOException {
        Histogram nanos = new Histogram(DIGITS);
        int uncertain = 0;
        long held = processes.held();
        try (KeepAliveConnection admin =
                KeepAliveConnection.open(processes.member(0).admin())) {
            for (Purge purge : purges) {
                long began = System.nanoTime();
                KeepAliveConnection.Answer answer = admin.post("/purge", purge.selector());
                nanos.recordValue(System.nanoTime() - began);
                if (answer.status() == OK) {
                    requireGone(purge);
                } else {
                    uncertain++;
                }
            }
        }
        String purge = "purge of " + what + " on " + processes.members().size() + " nodes, ";
        return List.of(
                MeasuredFigure.of(name, "objects in memory, all nodes", "objects", held),
                MeasuredFigure.of(name, purge + "median", "ms", nanos.getValueAtPercentile(50) / 1e6),
                MeasuredFigure.of(name, purge + "99 %", "ms", nanos.getValueAtPercentile(99) / 1e6)
                        .below(GOAL_MILLIS),
                MeasuredFigure.of(name, purge + "longest", "ms", nanos.getMaxValue() / 1e6),
                MeasuredFigure.of(name, "of them not certain", "of " + purges.size(), uncertain)
                        .below(0));
    }

    /** A copy of a third node would be a miss of the node that is asked, so the origin's count decides. */
    private void requireGone(Purge purge) throws IOException {
        for (int object : purge.objects()) {
            NodeProcesses.Member holder = processes.member(object);
            String path = ObjectPreloader.path(object);
            int before = origin.requests();
            try (KeepAliveConnection client = KeepAliveConnection.open(holder.http())) {
                String by = client.get(path).cacheStatus();
                if (origin.requests() == before) {
                    throw new CommandFailureException(
                            ExitCode.FAILURE,
                            holder.name() + " did not ask the origin for " + path + " after it was purged: " + by);
                }
            }
        }
    }
}
