package io.gosling.node.supervise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.accesslog.AccessLogSettings;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.disk.DiskSettings;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.node.process.JvmMemoryOptions;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.LocalClusterSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.SettingValues;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the arguments of {@code up}'s processes. */
class ClusterCommandLinesTest {
    private static final long MIB = 1L << 20;
    private static final SettingValues NONE = SettingValues.none();
    private static final SettingValues WITH_FILE = NONE.with(LocalClusterSettings.NODE_CONFIG, List.of("node.yaml"));

    private static ClusterCommandLines plan(SettingValues flags, SettingValues file, String... jvm)
            throws BadConfigurationException {
        return ClusterCommandLines.of(flags, file, "site", Path.of("secret"), List.of(jvm), 64L << 30);
    }

    private static String node(ClusterCommandLines plan) {
        return String.join(" ", plan.node("n1", 5701, List.of()));
    }

    @Test
    void whatNobodyGaveIsLeftToTheNodesFile() throws Exception {
        String node = node(plan(WITH_FILE, NONE));
        for (String flag : List.of("--cooperation", "--replacement", "--transport", "--event-loops", "--drain")) {
            assertFalse(node.contains(flag), flag + " in " + node);
        }
        assertTrue(node.endsWith(" --memory " + 64 * MIB + " --config node.yaml"), node);
    }

    @Test
    void aFlagOfUpWinsOverTheFile() throws Exception {
        SettingValues flags = WITH_FILE
                .with(ObjectSpaceSettings.COOPERATION, List.of("off"))
                .with(LocalClusterSettings.MEMORY, List.of("32m"))
                .with(CommonSettings.DRAIN, List.of("3s"));
        ClusterCommandLines plan =
                plan(flags, NONE.with(CacheSettings.MEMORY, List.of("512m")).with(CommonSettings.DRAIN, List.of("1h")));
        String node = node(plan);
        assertTrue(node.contains(" --drain 3s "), node);
        assertTrue(node.contains(" --cooperation off --memory " + 32 * MIB + " "), node);
        assertTrue(node.endsWith(" --config node.yaml"), node);
        assertEquals(Duration.ofSeconds(3 + 5 + 5), plan.timeout());
    }

    @Test
    void everyNodeHasAnAccessLogOfItsOwn() throws Exception {
        SettingValues file = NONE.with(AccessLogSettings.FILE, List.of("/var/log/access.log"));
        assertTrue(node(plan(WITH_FILE, file)).contains(" --access-log /var/log/access-n1.log "));
        assertEquals("/var/log.d/access-n2", ClusterCommandLines.logFile("/var/log.d/access", "n2"));
        assertEquals("./.hidden-n2", ClusterCommandLines.logFile("./.hidden", "n2"));
        assertEquals("-", ClusterCommandLines.logFile("-", "n2"));
        assertEquals("/dev/stdout", ClusterCommandLines.logFile("/dev/stdout", "n2"));
    }

    @Test
    void everyNodeHasADiskOfItsOwn() throws Exception {
        ClusterCommandLines plan = plan(WITH_FILE, NONE.with(DiskSettings.PATH, List.of("/var/cache/gosling")));
        assertTrue(node(plan).contains(" --disk-path /var/cache/gosling/n1 "), node(plan));
        String second = String.join(" ", plan.node("n2", 5702, List.of(5701)));
        assertTrue(second.contains(" --disk-path /var/cache/gosling/n2 "), second);
    }

    @Test
    void sitesOfTheFileTakeThePlaceOfTheDirectory() throws Exception {
        ClusterCommandLines plan =
                ClusterCommandLines.of(WITH_FILE, NONE, null, Path.of("secret"), List.of(), 64L << 30);
        assertTrue(node(plan).contains(" serve --name n1 "), node(plan));
    }

    @Test
    void whoeverWantsMoreInTheLogHasItFromEveryProcess() throws Exception {
        ClusterCommandLines plan = plan(NONE, NONE).withVerbose(true);
        assertTrue(plan.node("n1", 0, List.of()).contains("--verbose"));
        assertTrue(plan.frontEnd(0, List.of(1)).contains("--verbose"));
        assertFalse(node(plan(NONE, NONE)).contains("--verbose"));
    }

    @Test
    void theFilesMemoryAndHeadroomSizeTheJvm() throws Exception {
        SettingValues file = NONE.with(CacheSettings.MEMORY, List.of("1g")).with(CacheSettings.HEADROOM, List.of("2g"));
        CacheSettings cache = CacheSettings.of(1024 * MIB).with(CacheSettings.HEADROOM, 2048 * MIB);
        String node = node(plan(WITH_FILE, file));
        assertTrue(
                node.contains(String.join(
                        " ", JvmMemoryOptions.forNode(cache, 64L << 30).options())),
                node);
        assertTrue(node.contains(" --memory " + 1024 * MIB + " "), node);
    }

    @Test
    void theProcessesAreGivenTheTimeThatTheFileGivesThem() throws Exception {
        SettingValues file = NONE.with(CommonSettings.DRAIN, List.of("1m")).with(ClusterTimeouts.LEAVE, List.of("30s"));
        assertEquals(Duration.ofSeconds(60 + 30 + 5), plan(WITH_FILE, file).timeout());
    }

    @Test
    void theFrontEndHasTheHeartbeatOfTheNodes() throws Exception {
        SettingValues file =
                NONE.with(ClusterTimeouts.HEARTBEAT, List.of("2s")).with(ClusterTimeouts.SILENCE, List.of("20s"));
        String frontEnd = String.join(" ", plan(WITH_FILE, file).frontEnd(0, List.of(1, 2)));
        assertTrue(frontEnd.contains(" --cluster-heartbeat 2s --cluster-silence 20s"), frontEnd);
        assertTrue(frontEnd.contains(" --join 127.0.0.1:1,127.0.0.1:2 "), frontEnd);
    }

    @Test
    void theFrontEndAcceptsConnectionsForTheFilesDelayAndThenTheNodesEndAtOnce() throws Exception {
        SettingValues file =
                NONE.with(CommonSettings.DRAIN_DELAY, List.of("5s")).with(CommonSettings.DRAIN, List.of("1m"));
        ClusterCommandLines plan = plan(WITH_FILE, file);
        String frontEnd = String.join(" ", plan.frontEnd(0, List.of(1)));
        assertTrue(frontEnd.contains(" --drain-delay 5s --drain 1m "), frontEnd);
        assertTrue(node(plan).contains(" --drain-delay 0s "), node(plan));
        assertTrue(plan.frontEndEndsFirst());
        assertFalse(plan(WITH_FILE, NONE).frontEndEndsFirst());
        String hurried = String.join(
                " ",
                plan(WITH_FILE.with(CommonSettings.DRAIN, List.of("3s")), file).frontEnd(0, List.of(1)));
        assertTrue(hurried.contains(" --drain 3s ") && !hurried.contains(" --drain 1m "), hurried);
    }

    @Test
    void whatUpChoosesItselfIsSaidToBeIgnored() throws Exception {
        SettingValues file = NONE.with(CommonSettings.PORT, List.of("80")).with(NodeSettings.NAME, List.of("web"));
        assertEquals(List.of("name", "port"), plan(WITH_FILE, file).ignored());
    }

    @Test
    void aFileUnderWhichNobodyWouldAnswerIsRefused() {
        SettingValues store = NONE.with(NodeSettings.ROLE, List.of("store"));
        BadConfigurationException silent = assertThrows(BadConfigurationException.class, () -> plan(WITH_FILE, store));
        assertEquals(
                List.of("--node-config: role: value \"store\"; expected all or web: somebody has to answer"),
                silent.complaints());
        SettingValues join = NONE.with(CommonSettings.JOIN, List.of("10.0.0.1:5701"));
        assertThrows(BadConfigurationException.class, () -> plan(WITH_FILE, join));
        SettingValues impatient = NONE.with(ClusterTimeouts.HEARTBEAT, List.of("30s"));
        BadConfigurationException silence =
                assertThrows(BadConfigurationException.class, () -> plan(WITH_FILE, impatient));
        assertTrue(silence.complaints().getFirst().startsWith("cluster.silence: "), silence.getMessage());
    }

    @Test
    void furtherJvmOptionsReachEveryProcessAndWin() throws Exception {
        List<String> options = JavaCommandBuilder.options("  -Xmx1g\t-Dx=y ");
        assertEquals(List.of("-Xmx1g", "-Dx=y"), options);
        assertEquals(List.of(), JavaCommandBuilder.options(null));
        ClusterCommandLines plan = plan(NONE, NONE, "-Xmx1g", "-Dx=y");
        for (List<String> command : List.of(plan.node("n1", 0, List.of()), plan.frontEnd(0, List.of(1)))) {
            int given = command.indexOf("-Xmx1g");
            assertTrue(given > 0 && command.get(given + 1).equals("-Dx=y"), command.toString());
            assertTrue(given > command.indexOf("-XX:+UseSerialGC"), command.toString());
        }
    }
}
