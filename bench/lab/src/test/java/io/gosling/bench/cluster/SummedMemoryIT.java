package io.gosling.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.process.TypedVerb;
import io.gosling.testing.Eventually;
import io.gosling.testing.HurriedJava;
import io.gosling.tools.cluster.KeepAliveConnection;
import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes as processes before a source with emulated disks: together they hold what none of them can hold alone,
 * and a node that stands still delays requests for what it holds, but keeps none of them waiting until it is back.
 */
// In a plain build: LinkPeerClientTest and FrozenOwnerTest of gos.
@Tag("lab")
@Tag("alone")
@EnabledOnOs(value = OS.LINUX, disabledReason = "gosling bench needs Linux, and so do the signals STOP and CONT")
class SummedMemoryIT {
    private static final String HOME = "gosling.home";
    private static final Path CLONE = Path.of("..", "..").toAbsolutePath().normalize();

    private static final double MOST_READS = 0.08;

    private static final int NODES = 3;
    private static final int BODY = 8192;
    /** Objects of each kind: found at the third node before it is frozen, lost with it, and held by nobody. */
    private static final int OBJECTS = 150;

    private static final int CLIENTS = 10;
    /** The time of a read from the source while times are reported. */
    private static final Duration READ = Duration.ofMillis(20);

    private static final int DIGITS = 3;

    /**
     * For all requests while a node is frozen, by one client of each other node: no measure of speed. If each of the 75
     * of a client for what the frozen node holds waited for the longest deadline, 500 ms, it would be exceeded.
     */
    private static final Duration BUDGET = Duration.ofSeconds(30);

    @TempDir
    private Path folder = Path.of(".");

    /** The nodes are started by the launcher of this clone. */
    @BeforeAll
    static void theLauncherIsThatOfThisClone() {
        System.setProperty(HOME, CLONE.toString());
    }

    @AfterAll
    static void theLauncherIsForgotten() {
        System.clearProperty(HOME);
    }

    /** The objects have the size of two of the three memories. */
    @Test
    void underFullLoadTheSourceIsHardlyReadAndWithoutCooperationOften() throws Exception {
        Path csv = folder.resolve("lard.csv");
        TypedVerb run = TypedVerb.run(
                folder,
                ("lard --nodes 3 --policies wrr --cooperation on,off --memory 8 --working-set 2 --clients 64"
                                + " --node-cpu 100 --warm-up 8 --seconds 5 --rounds 1 --csv " + csv)
                        .split(" "));
        Map<String, Double> readsByCooperation = new HashMap<>();
        List<String> cases = Files.readAllLines(csv);
        for (String one : cases.subList(1, cases.size())) {
            // round,policy,cooperation,requests,seconds,throughput_rps,hit_ratio,disk_ratio,failed,...
            String[] fields = one.split(",");
            assertEquals("0", fields[8], run::told);
            assertTrue(Long.parseLong(fields[3]) > 1_000, run::told);
            readsByCooperation.put(fields[2], Double.parseDouble(fields[7]));
        }
        System.out.println("Disk reads a request, by cooperation: " + readsByCooperation);
        assertTrue(readsByCooperation.getOrDefault("on", 1.0) < MOST_READS, run::told);
        assertTrue(readsByCooperation.getOrDefault("off", 0.0) > MOST_READS, run::told);
    }

    @Test
    void whileANodeIsFrozenTheOthersAnswerEveryRequestFromTheSourceAndFewWaitForIt() throws Exception {
        Map<String, String> environment = HurriedJava.environment(CLONE.resolve("node/target/gosling.jar"));
        NodeProcesses.Shape shape =
                new NodeProcesses.Shape("128m", "16m", List.of("--cooperation", "on"), List.of(), environment);
        try (EmulatedDisks source = new EmulatedDisks(BODY, 2);
                ProcessWorkspace place = ProcessWorkspace.open();
                NodeProcesses processes = NodeProcesses.start(
                        place, shape, Collections.nCopies(NODES, source.url().toString()))) {
            List<NodeProcesses.Member> others = processes.members().subList(0, NODES - 1);
            NodeProcesses.Member third = processes.members().getLast();
            ask(List.of(third), source, 0, 2 * OBJECTS, CLIENTS);
            assertEquals(2 * OBJECTS, source.reads());

            ask(others, source, 0, OBJECTS, CLIENTS);
            long withIt = source.reads() - 2 * OBJECTS;
            assertTrue(withIt < OBJECTS / 2, "the third node holds them, and the source was read " + withIt + " times");

            source.latency(READ);
            Histogram well = ask(others, source, 3 * OBJECTS, 5 * OBJECTS, others.size());
            signal("STOP", third);
            try {
                Eventually.that(third.name() + " is frozen", () -> isFrozen(third));
                long before = source.reads();
                Histogram late = assertTimeout(BUDGET, () -> ask(others, source, OBJECTS, 3 * OBJECTS, others.size()));
                assertTrue(isFrozen(third), "it was not thawed meanwhile");
                System.out.printf(
                        Locale.ROOT,
                        "Misses that the source answers, ms (50 %%, 99 %%): %s; with one of three nodes frozen: %s%n",
                        millis(well),
                        millis(late));
                long without = source.reads() - before;
                assertTrue(without >= 2 * OBJECTS, "the source was read " + without + " times");
            } finally {
                signal("CONT", third);
            }
            ask(List.of(third), source, 0, OBJECTS, CLIENTS);
        }
    }

    private static String millis(Histogram micros) {
        return String.format(
                Locale.ROOT,
                "%.1f, %.1f",
                micros.getValueAtPercentile(50) / 1e3,
                micros.getValueAtPercentile(99) / 1e3);
    }

    /**
     * Has these nodes asked for the objects with these numbers, each once, and looks at every byte.
     *
     * @return the times of the answers, in microseconds
     */
    private static Histogram ask(List<NodeProcesses.Member> nodes, EmulatedDisks source, int from, int to, int clients)
            throws InterruptedException {
        Histogram all = new ConcurrentHistogram(DIGITS);
        ConcurrentClientRunner.run(clients, client -> {
            NodeProcesses.Member node = nodes.get(client % nodes.size());
            try (KeepAliveConnection connection = KeepAliveConnection.open(node.http())) {
                for (int object = from + client; object < to; object += clients) {
                    String path = "/o/" + object;
                    long began = System.nanoTime();
                    KeepAliveConnection.Answer answer = connection.get(path);
                    all.recordValue((System.nanoTime() - began) / 1000);
                    byte[] body = answer.body();
                    if (answer.status() != 200 || body.length != BODY || !source.isRight(path, body)) {
                        throw new IOException(
                                node.name() + " answered " + answer.status() + " for " + path + ", or other bytes");
                    }
                }
            }
            return node;
        });
        return all;
    }

    private static void signal(String name, NodeProcesses.Member node) throws Exception {
        String pid = Long.toString(node.process().pid());
        assertEquals(0, new ProcessBuilder("kill", "-" + name, pid).start().waitFor());
    }

    /** The state stands behind the command's name, which is in parentheses. */
    private static boolean isFrozen(NodeProcesses.Member node) {
        try {
            String stat = Files.readString(
                    Path.of("/proc", Long.toString(node.process().pid()), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
