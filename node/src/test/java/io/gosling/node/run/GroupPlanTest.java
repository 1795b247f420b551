package io.gosling.node.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.document.DocumentRoot;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.LocalClusterSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.supervise.ClusterCommandLines;
import io.gosling.node.supervise.ReplicaSetCommandLines;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.replication.coop.CoopSettings;
import io.gosling.replication.page.LinkRuleSettings;
import io.gosling.replication.plan.PlanSettings;
import io.gosling.replication.serve.ReplicationSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.SettingValues;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the arguments of {@code up --replication}, and conflicting settings. */
class GroupPlanTest {
    private static final SettingValues NONE = SettingValues.none();

    private static ReplicaSetCommandLines plan(SettingValues flags, SettingValues file) throws Exception {
        return ReplicaSetCommandLines.of(
                ClusterCommandLines.of(flags, file, "site", Path.of("run", "secret"), List.of(), 64L << 30));
    }

    @Test
    void serversFollowEachOtherFromThePortOnAndKnowAll() throws Exception {
        ReplicaSetCommandLines plan = plan(
                NONE.with(LocalClusterSettings.NODES, List.of("3")).with(CommonSettings.PORT, List.of("8000")), NONE);
        String second = String.join(" ", plan.server("n2"));
        assertTrue(second.contains(" --port 8001 --admin-port 0 "), second);
        assertTrue(second.contains(" --replication-address http://127.0.0.1:8001 "), second);
        assertTrue(
                second.contains(
                        " --replication-backend http://127.0.0.1:8000,http://127.0.0.1:8001,http://127.0.0.1:8002 "),
                second);
        assertTrue(second.contains(" --replication-import-path " + Path.of("run", "copies-n2")), second);
        assertFalse(second.contains("--join"), second);
        assertFalse(second.contains("--cluster-port"), second);
    }

    @Test
    void aFrontEndHasThePortAndKnowsTheServersBehindIt() throws Exception {
        ReplicaSetCommandLines plan = plan(
                NONE.with(LocalClusterSettings.NODES, List.of("2"))
                        .with(CommonSettings.PORT, List.of("8000"))
                        .with(CommonSettings.ADMIN_PORT, List.of("8900"))
                        .with(FrontEndSettings.POLICY, List.of("lard-r")),
                NONE);
        assertTrue(plan.hasFrontEnd());
        String frontEnd = String.join(" ", plan.frontEnd());
        assertTrue(
                frontEnd.contains(" dispatch --host 127.0.0.1 --port 8000 --admin-port 8900 --policy lard-r"
                        + " --backend 127.0.0.1:8001 --backend 127.0.0.1:8002 "),
                frontEnd);
        assertTrue(String.join(" ", plan.server("n1")).contains(" --port 8001 --admin-port 0 "));
    }

    @Test
    void freePortsDifferAndStay() throws Exception {
        ReplicaSetCommandLines plan = plan(NONE.with(CommonSettings.PORT, List.of("0")), NONE);
        assertEquals(3, plan.ports().values().stream().distinct().count());
        assertEquals(plan.server("n1"), plan.server("n1"));
    }

    @Test
    void copiesOfEachServerHaveADirectoryOfTheirOwn() throws Exception {
        ReplicaSetCommandLines plan = plan(NONE, NONE.with(CoopSettings.IMPORT_PATH, List.of("copies")));
        assertTrue(
                String.join(" ", plan.server("n1")).contains(" --replication-import-path " + Path.of("copies", "n1")));
    }

    @Test
    void whatAGroupCannotBeIsSaid() {
        for (SettingValues wrong : List.of(
                NONE.with(CommonSettings.HOST, List.of("0.0.0.0")),
                NONE.with(CommonSettings.PORT, List.of("65535")),
                NONE.with(FrontEndSettings.POLICY, List.of("wrr")).with(CommonSettings.PORT, List.of("65534")),
                NONE.with(ForwardingSettings.FORWARDING, List.of("redirect")),
                NONE.with(OriginSettings.URL, List.of("http://127.0.0.1:3000")),
                NONE.with(RelaySettings.NAME_BACKEND, List.of("on")))) {
            BadConfigurationException said = assertThrows(BadConfigurationException.class, () -> plan(wrong, NONE));
            assertTrue(String.valueOf(said.getMessage()).contains("expected"), said.getMessage());
        }
    }

    @Test
    void aServersSettingsMustGoTogether(@TempDir Path folder) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "0123456789abcdef");
        SettingValues whole = NONE.with(ReplicationSettings.ADDRESS, List.of("http://a.example:8080"))
                .with(ReplicationSettings.BACKEND, List.of("http://b.example:8080"))
                .with(ReplicationSettings.SECRET_FILE, List.of(secret.toString()));
        ReplicationSetup.require(whole);
        ReplicationSetup.require(NONE);
        ReplicationSetup.require(
                whole.with(CommonSettings.JOIN, List.of("a:5701")).with(ReplicationSettings.CLUSTER, List.of("on")));
        for (SettingValues wrong : List.of(
                whole.with(CommonSettings.JOIN, List.of("a:5701")),
                whole.with(LinkRuleSettings.EXTEND_POLICY, List.of("on")),
                whole.with(PlanSettings.HEAVY, List.of("1")).with(PlanSettings.LIGHT, List.of("1.5")),
                NONE.with(ReplicationSettings.ADDRESS, List.of("http://a.example")))) {
            BadConfigurationException said =
                    assertThrows(BadConfigurationException.class, () -> ReplicationSetup.require(wrong));
            assertTrue(
                    String.valueOf(said.getMessage()).contains("expected")
                            || String.valueOf(said.getMessage()).contains("at least"),
                    said.getMessage());
        }
    }

    @Test
    void settingsOfAGroupWithoutAnAddressAreNotSilentlyOfNoEffect() throws Exception {
        SettingValues quota = NONE.with(CoopSettings.DISK_QUOTA, List.of("1GiB"));
        ReplicationSetup.requireAddress(NONE);
        ReplicationSetup.requireAddress(quota.with(ReplicationSettings.ADDRESS, List.of("http://a.example")));
        BadConfigurationException said =
                assertThrows(BadConfigurationException.class, () -> ReplicationSetup.requireAddress(quota));
        assertTrue(
                String.valueOf(said.getMessage())
                        .startsWith("replication.address: missing, and replication.disk-quota given; expected"),
                said.getMessage());
    }

    @Test
    void filesOfAGroupAreLookedAtBeforeAnythingStarts(@TempDir Path folder) throws Exception {
        Path site = Files.createDirectory(folder.resolve("site"));
        Path secret = Files.writeString(folder.resolve("secret"), "0123456789abcdef");
        SettingValues whole = NONE.with(NodeSettings.DIR, List.of(site.toString()))
                .with(ReplicationSettings.ADDRESS, List.of("http://a.example:8080"))
                .with(ReplicationSettings.SECRET_FILE, List.of(secret.toString()))
                .with(CoopSettings.IMPORT_PATH, List.of(folder.resolve("copies").toString()));
        ReplicationSetup.requireFiles(NONE);
        ReplicationSetup.requireFiles(whole);
        assertFalse(Files.exists(folder.resolve("copies")), "it is only looked");
        Path shortOne = Files.writeString(folder.resolve("short"), "0123456789abcde");
        for (SettingValues wrong : List.of(
                whole.with(ReplicationSettings.SECRET_FILE, List.of(shortOne.toString())),
                whole.with(
                        ReplicationSettings.SECRET_FILE,
                        List.of(folder.resolve("none").toString())),
                whole.with(CoopSettings.IMPORT_PATH, List.of(secret.toString())),
                NONE.with(CoopSettings.IMPORT_PATH, List.of(secret.toString())),
                whole.with(
                        CoopSettings.IMPORT_PATH, List.of(site.resolve("copies").toString())))) {
            BadConfigurationException said =
                    assertThrows(BadConfigurationException.class, () -> ReplicationSetup.requireFiles(wrong));
            assertTrue(String.valueOf(said.getMessage()).contains("expected"), said.getMessage());
        }
    }

    @Test
    void copiesAreKeptInAPlaceThatCanBeAndIsNotServed(@TempDir Path folder) throws Exception {
        Path site = Files.createDirectory(folder.resolve("site"));
        DocumentRoot root = DocumentRoot.at(site);
        Path good = folder.resolve("a/copies");
        ReplicationSetup.requireCopies(copies(good), root);
        assertTrue(Files.isDirectory(good));
        ReplicationSetup.requireCopies(copies(good), root);
        Path link = Files.createSymbolicLink(folder.resolve("link"), site);
        Path file = Files.createFile(folder.resolve("file"));
        for (Path wrong : List.of(
                site,
                site.resolve("copies"),
                site.resolve("a/b/copies"),
                link.resolve("copies"),
                file.resolve("copies"))) {
            BadConfigurationException said = assertThrows(
                    BadConfigurationException.class,
                    () -> ReplicationSetup.requireCopies(copies(wrong), root),
                    wrong.toString());
            assertTrue(
                    String.valueOf(said.getMessage()).contains("--replication-import-path: value \"" + wrong + "\""),
                    said.getMessage());
        }
        assertFalse(Files.exists(site.resolve("copies")), "nothing is made where it would be served");
    }

    private static SettingValues copies(Path directory) {
        return NONE.withValue(CoopSettings.IMPORT_PATH, directory);
    }
}
