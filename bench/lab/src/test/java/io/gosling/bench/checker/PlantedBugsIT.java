package io.gosling.bench.checker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The checker finds what it is there to find: each bug is planted into running processes and caught by the same check,
 * and the same operations find nothing before it was planted.
 */
// In a plain build: PlantedBugTest.
@Tag("lab")
@Tag("alone")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs the signals STOP and CONT")
class PlantedBugsIT {
    private static final int NODES = 4;
    private static final int TRIES = 10;

    @TempDir
    private static Path folder;

    private static Cluster cluster;
    private static Path agent;

    @BeforeAll
    static void start() throws Exception {
        agent = BugAgent.archive(folder);
        cluster = new Cluster(NODES, true);
        cluster.start(NODES);
    }

    @AfterAll
    static void stop() throws Exception {
        cluster.close();
    }

    @ParameterizedTest
    @EnumSource
    void isFound(PlantedBug bug) throws Exception {
        assumeTrue(
                cluster.network().canCut() || !Ambush.needsCuts(bug), () -> "cannot be shown on " + cluster.network());
        Page.Kind kind = bug == PlantedBug.STALE_SINCE_HEARD ? Page.Kind.LENIENT : Page.Kind.PLAIN;
        List<Page> pages = cluster.origin().pages().stream()
                .filter(page -> page.kind() == kind && !page.path().contains("?"))
                .toList();
        Ambush ambush =
                new Ambush(cluster, cluster.node(1), cluster.node(NODES), pages.get(bug.ordinal() % pages.size()));
        assertEquals(Optional.empty(), ambush.on(bug), "nothing is planted yet");

        everywhere(bug.name());
        try {
            Optional<String> found = Optional.empty();
            for (int i = 0; i < TRIES && found.isEmpty(); i++) {
                found = ambush.on(bug);
            }
            assertTrue(found.isPresent(), bug + " was not found in " + TRIES + " tries");
        } finally {
            everywhere("-" + bug.name());
            cluster.nodes().forEach(cluster::awaitLease);
            cluster.purge(cluster.node(1), List.of(Selection.everything()), false);
        }
    }

    private static void everywhere(String what) throws Exception {
        for (CheckedNode node : cluster.nodes()) {
            VirtualMachine process = VirtualMachine.attach(Long.toString(node.pid()));
            try {
                process.loadAgent(agent.toString(), what);
            } catch (AgentInitializationException e) {
                throw new IOException(what + " at " + node, e);
            } finally {
                process.detach();
            }
        }
    }
}
