package io.gosling.bench.space;

import io.gosling.bench.cluster.ConcurrentClientRunner;
import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.tools.cluster.KeepAliveConnection;
import io.gosling.tools.cluster.NodeProcesses;
import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The objects that fill the memories: object {@code i} is requested from the node with number {@code i modulo nodes}.
 */
record ObjectPreloader(NodeProcesses processes, int objects) {
    /** Objects with the same tag, spread over all nodes. */
    static final int TAGGED = 1000;

    private static final String PATH = "/o/";
    private static final int CLIENTS = 64;
    private static final int STEP = 50_000;

    static String path(int object) {
        return PATH + object;
    }

    /** The tag of the object with this path; of other paths, which are no objects, a common one. */
    static String tag(String path) {
        return path.startsWith(PATH) ? tag(Integer.parseInt(path.substring(PATH.length()))) : "other";
    }

    static String tag(int object) {
        return "t" + object / TAGGED;
    }

    void load(PrintWriter progress) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        int nodes = processes.members().size();
        int each = Math.max(1, CLIENTS / nodes) * nodes;
        ConcurrentClientRunner.run(each, number -> {
            NodeProcesses.Member member = processes.member(number);
            int taken = 0;
            try (KeepAliveConnection connection = KeepAliveConnection.open(member.http())) {
                for (int object = number; object < objects; object += each) {
                    KeepAliveConnection.Answer answer = connection.get(path(object));
                    if (answer.status() != 200) {
                        throw new CommandFailureException(
                                ExitCode.FAILURE,
                                member.name() + " answered " + answer.status() + " for " + path(object));
                    }
                    taken++;
                    int done = next.incrementAndGet();
                    if (done % STEP == 0) {
                        progress.println(done + " of " + objects + " objects fetched");
                        progress.flush();
                    }
                }
            }
            return taken;
        });
    }
}
