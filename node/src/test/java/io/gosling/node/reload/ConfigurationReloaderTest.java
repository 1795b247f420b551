package io.gosling.node.reload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.netty.limits.HttpLimits;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.NodeSitesSettings;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.ConfigurationSource;
import io.gosling.settings.SettingValues;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationReloaderTest {
    @TempDir
    private Path folder;

    private Path file;
    private ConfigurationReloader reload;
    private final List<HttpLimits> applied = new ArrayList<>();

    ConfigurationReloaderTest() {
        file = Path.of("");
        reload = new ConfigurationReloader(List.of(), List.of(), SettingValues.none(), SettingValues::none);
    }

    @BeforeEach
    void start() throws Exception {
        file = folder.resolve("node.yaml");
        write("port: 1\nlimits:\n  exchanges: 10\naccess-log-format: json\n");
        ConfigurationSource source = () -> YamlConfigurationReader.read(file, NodeSettings.ALL);
        reload = new ConfigurationReloader(
                NodeSettings.ALL,
                List.of(
                        new ReloadablePart(HttpLimits.ALL, values -> {
                            HttpLimits limits = new HttpLimits(values);
                            return () -> applied.add(limits);
                        }),
                        new ReloadablePart(NodeSitesSettings.ALL, values -> {
                            if (values.isGiven(NodeSitesSettings.PASSWORDS_AT_A_TIME)) {
                                throw new BadConfigurationException(List.of("no passwords here"));
                            }
                            return () -> {};
                        })),
                source.read(),
                source);
    }

    private void write(String text) throws Exception {
        Files.writeString(file, text);
    }

    @Test
    void whatMayChangeIsTakenOverOnceAndTheRestIsNamed() throws Exception {
        assertEquals(List.of("reloaded: nothing has changed"), reload.run().lines());
        write("port: 2\nlimits:\n  exchanges: 20\naccess-log-format: json\n");
        ConfigurationReloader.Outcome outcome = reload.run();
        assertEquals(ConfigurationReloader.Result.TAKEN, outcome.result());
        String port = "reloaded: port differs and stays as it is; it changes with a restart";
        assertEquals(List.of("reloaded: limits.exchanges has changed", port), outcome.lines());
        assertEquals(20, applied.getLast().get(HttpLimits.EXCHANGES));
        assertEquals(List.of(port), reload.run().lines());
        write("port: 1\naccess-log-format: json\n");
        assertEquals(
                List.of("reloaded: limits.exchanges has changed"), reload.run().lines());
        assertEquals(2048, applied.getLast().get(HttpLimits.EXCHANGES));
    }

    @Test
    void whoAsksDuringAReloadHasTheFileReadOnceMore() throws Exception {
        Semaphore begun = new Semaphore(0);
        Semaphore goOn = new Semaphore(0);
        ConfigurationSource slow = () -> {
            SettingValues read = YamlConfigurationReader.read(file, NodeSettings.ALL);
            begun.release();
            goOn.acquireUninterruptibly();
            return read;
        };
        ReloadablePart ports = new ReloadablePart(List.of(CommonSettings.PORT), values -> () -> {});
        ConfigurationReloader twice = new ConfigurationReloader(
                NodeSettings.ALL, List.of(ports), YamlConfigurationReader.read(file, NodeSettings.ALL), slow);
        FutureTask<ConfigurationReloader.Outcome> first = new FutureTask<>(twice::run);
        Thread.ofVirtual().start(first);
        begun.acquire();
        write("port: 2\n");
        assertEquals(ConfigurationReloader.Result.LATER, twice.run().result());
        assertEquals(ConfigurationReloader.Result.LATER, twice.run().result());
        goOn.release(2);
        assertTrue(
                first.get().lines().contains("reloaded: port has changed"),
                first.get().lines()::toString);
        assertEquals(1, begun.availablePermits(), "once more for both");
    }

    @Test
    void aFaultOfAPartIsNoEndOfReloads() throws Exception {
        List<RuntimeException> faults = new ArrayList<>(List.of(new IllegalStateException("a fault")));
        ReloadablePart part = new ReloadablePart(List.of(), values -> () -> {
            if (!faults.isEmpty()) {
                throw faults.removeFirst();
            }
        });
        ConfigurationReloader again =
                new ConfigurationReloader(List.of(), List.of(part), SettingValues.none(), SettingValues::none);
        ConfigurationReloader.Outcome failed = again.run();
        assertEquals(ConfigurationReloader.Result.WRONG, failed.result());
        assertTrue(failed.lines().getFirst().contains("a fault"), failed.lines()::toString);
        assertEquals(ConfigurationReloader.Result.TAKEN, again.run().result());
    }

    @Test
    void whatOnePartFindsWrongNoOtherTakesOver() throws Exception {
        write("limits:\n  exchanges: 20\npasswords:\n  at-a-time: 3\n");
        ConfigurationReloader.Outcome outcome = reload.run();
        assertNotEquals(ConfigurationReloader.Result.TAKEN, outcome.result());
        assertEquals("no passwords here", outcome.lines().getLast());
        assertEquals(List.of(), applied);
    }

    @Test
    void sitesThatAreWrittenTheSameAreTheSame() throws Exception {
        String sites = "sites:\n  - name: a\n    roots: /srv/a\n    access: [{path: /b/**, allow: 10.0.0.0/8}]\n";
        write(sites);
        assertEquals("reloaded: sites has changed", reload.run().lines().getFirst());
        assertFalse(reload.run().lines().contains("reloaded: sites has changed"));
        write(sites.replace("10.0", "11.0"));
        assertEquals("reloaded: sites has changed", reload.run().lines().getFirst());
    }

    @Test
    void aWrongConfigurationChangesNothingAndSaysWhy() throws Exception {
        write("limits:\n  exchanges: many\n  idle-time: 5s\n");
        ConfigurationReloader.Outcome outcome = reload.run();
        assertNotEquals(ConfigurationReloader.Result.TAKEN, outcome.result());
        assertTrue(outcome.lines().getFirst().startsWith("not reloaded"), outcome.lines()::toString);
        assertTrue(outcome.lines().get(1).contains("node.yaml:2:"), outcome.lines()::toString);
        assertTrue(outcome.lines().get(1).contains("many"), outcome.lines()::toString);
        Files.delete(file);
        assertNotEquals(ConfigurationReloader.Result.TAKEN, reload.run().result());
        assertEquals(List.of(), applied);
    }
}
