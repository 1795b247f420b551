package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.netty.HttpLimits;
import io.gosling.node.settings.ConfigurationFile;
import io.gosling.node.settings.LimitSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.Values;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReloadTest {
    @TempDir
    private Path folder;

    private Path file;
    private Reload reload;
    private final List<HttpLimits> applied = new ArrayList<>();

    ReloadTest() {
        file = Path.of("");
        reload = new Reload(List.of(), List.of(), Values.none(), Values::none, values -> {});
    }

    @BeforeEach
    void start() throws Exception {
        file = folder.resolve("node.yaml");
        write("port: 1\nlimits:\n  exchanges: 10\naccess-log-format: json\n");
        Invocation.Source source = () -> ConfigurationFile.read(file, NodeSettings.ALL);
        reload = new Reload(
                NodeSettings.ALL,
                LimitSettings.LIVE,
                source.read(),
                source,
                values -> applied.add(LimitSettings.of(values)));
    }

    private void write(String text) throws Exception {
        Files.writeString(file, text);
    }

    @Test
    void whatMayChangeIsTakenOverOnceAndTheRestIsNamed() throws Exception {
        assertEquals(List.of("reloaded: nothing has changed"), reload.run().lines());
        write("port: 2\nlimits:\n  exchanges: 20\naccess-log-format: json\n");
        Reload.Outcome outcome = reload.run();
        assertTrue(outcome.taken());
        String port = "reloaded: port differs and stays as it is; it changes with a restart";
        assertEquals(List.of("reloaded: limits.exchanges has changed", port), outcome.lines());
        assertEquals(List.of(20), applied.stream().map(HttpLimits::exchanges).toList());
        assertEquals(List.of(port), reload.run().lines());
        write("port: 1\naccess-log-format: json\n");
        assertEquals(
                List.of("reloaded: limits.exchanges has changed"), reload.run().lines());
        assertEquals(
                List.of(20, 2048), applied.stream().map(HttpLimits::exchanges).toList());
    }

    @Test
    void aWrongConfigurationChangesNothingAndSaysWhy() throws Exception {
        write("limits:\n  exchanges: many\n  idle-time: 5s\n");
        Reload.Outcome outcome = reload.run();
        assertFalse(outcome.taken());
        assertTrue(outcome.lines().getFirst().startsWith("not reloaded"), outcome.lines()::toString);
        assertTrue(outcome.lines().get(1).contains("node.yaml:2:"), outcome.lines()::toString);
        assertTrue(outcome.lines().get(1).contains("many"), outcome.lines()::toString);
        Files.delete(file);
        assertFalse(reload.run().taken());
        assertEquals(List.of(), applied);
    }
}
