package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.testing.RunningProcess;
import io.gosling.node.testing.TestSite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher with the built jar behind it. */
@DisabledOnOs(OS.WINDOWS)
class LauncherIT {
    private static final String LAUNCHER =
            Path.of("..", "gosling").toAbsolutePath().normalize().toString();

    @TempDir
    private Path folder;

    @Test
    void helpComesWithoutAStartUpCache() throws Exception {
        Path cache = folder.resolve("cache");
        try (RunningProcess help = RunningProcess.of(
                List.of("sh", LAUNCHER, "serve", "--help"), Map.of("XDG_CACHE_HOME", cache.toString()))) {
            assertEquals(0, help.status(), help.err());
            assertTrue(Files.notExists(cache));
        }
    }

    /** A start-up cache has all of its classes loaded at the start. */
    @Test
    void theCacheOfALoneNodeIsWithoutTheClusters() throws Exception {
        Path site = TestSite.make(Files.createDirectory(folder.resolve("site")));
        Path loaded = folder.resolve("loaded");
        List<String> command = List.of(
                "sh", LAUNCHER, "serve", site.toString(), "--port", "0", "--admin-port", "0", "--memory", "16m");
        Map<String, String> environment = Map.of(
                "XDG_CACHE_HOME", folder.resolve("cache").toString(), "GOSLING_JVM", "-Xlog:class+load:file=" + loaded);
        try (RunningProcess node = RunningProcess.of(command, environment)) {
            assertEquals(200, TestSite.get(node.ready().get("http"), "/").statusCode());
            assertTrue(node.process().info().commandLine().orElse("").contains("-XX:AOTCache="), "the cache was made");
        }
        try (Stream<String> classes = Files.lines(loaded)) {
            List<String> found = classes.filter(line -> line.contains(" com.hazelcast.internal.")
                            || line.contains(" picocli.CommandLine ")
                            || line.contains(".RunningNode "))
                    .toList();
            assertEquals(1, found.size(), found::toString);
        }
    }

    @Test
    void theStartUpCacheIsMadeOnceAndUsed() throws Exception {
        Path cache = folder.resolve("cache");
        Path site = TestSite.make(Files.createDirectory(folder.resolve("site")));
        List<String> command = new ArrayList<>(List.of("sh", LAUNCHER));
        command.addAll(List.of(RunningProcess.serve(site)));
        // Without the second compiler, which takes half of the time of so short runs.
        Map<String, String> environment =
                Map.of("XDG_CACHE_HOME", cache.toString(), "JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
        try (RunningProcess first = RunningProcess.of(command, environment)) {
            assertEquals(200, TestSite.get(first.ready().get("http"), "/").statusCode());
            assertTrue(first.err().contains("making the start-up cache"), first.err());
        }
        try (Stream<Path> files = Files.list(cache.resolve("gosling"))) {
            assertTrue(files.anyMatch(
                    file -> file.toString().endsWith(".aot") && file.toFile().length() > 1 << 20));
        }
        try (RunningProcess second = RunningProcess.of(command, environment)) {
            assertEquals(200, TestSite.get(second.ready().get("http"), "/").statusCode());
            assertTrue(!second.err().contains("start-up cache"), second.err());
            assertTrue(
                    second.process().info().commandLine().orElse("").contains("-XX:AOTCache="),
                    "the JVM is told of the cache");
        }
    }
}
