package io.gosling.node.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.CacheSettings;
import io.gosling.settings.ByteSizeFormat;
import io.gosling.testing.Eventually;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The launcher {@code gosling} without Java behind it: what it finds, and what it would run. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
    private static final Path LAUNCHER =
            Path.of("..", "gosling").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    private Path jar;

    record Result(int status, String out, String err) {}

    @BeforeEach
    void placeJar() throws IOException {
        jar = Files.writeString(folder.resolve("g.jar"), "not a jar");
    }

    private Result run(Map<String, String> environment, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", LAUNCHER.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("GOSLING"));
        builder.environment().putAll(Map.of("GOSLING_JAR", jar.toString(), "HOME", folder.toString()));
        builder.environment().putAll(environment);
        builder.redirectOutput(folder.resolve("out").toFile());
        builder.redirectError(folder.resolve("err").toFile());
        Process process = builder.start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the launcher hangs");
        return new Result(
                process.exitValue(), Files.readString(folder.resolve("out")), Files.readString(folder.resolve("err")));
    }

    private Path jdk(String name, String version) throws IOException {
        Path home = folder.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        Path java = Files.writeString(home.resolve("bin/java"), "#!/bin/sh\necho ran \"$@\"\n");
        assertTrue(java.toFile().setExecutable(true));
        return home;
    }

    @Test
    void theJdkThatIsNamedIsTaken() throws Exception {
        Path home = jdk("jdk", "25.0.1");
        for (Path named : List.of(home, home.resolve("bin/java"))) {
            Result result = run(Map.of("GOSLING_JAVA", named.toString(), "GOSLING_DRY_RUN", "1"), "version");
            assertEquals(0, result.status(), result.err());
            assertTrue(result.out().startsWith(home.resolve("bin/java") + " "), result.out());
        }
    }

    @Test
    void aJdkThatIsTooOldIsRefusedWhenItIsNamed() throws Exception {
        Path home = jdk("old", "17.0.15");
        Result result = run(Map.of("GOSLING_JAVA", home.toString()), "version");
        assertEquals(1, result.status());
        assertEquals(
                "gosling: GOSLING_JAVA is " + home + "; expected a java or a JDK's folder of version 25 or newer\n",
                result.err());
    }

    @Test
    void javaHomeIsPassedOverWhenItIsTooOld() throws Exception {
        Path home = jdk("sdk/candidates/java/26", "26");
        Result result = run(
                Map.of(
                        "JAVA_HOME", jdk("old", "17.0.15").toString(),
                        "GOSLING_DRY_RUN", "1",
                        "PATH", path(home.resolve("bin"))),
                "version");
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().startsWith(home + "/bin/java "), result.out());
    }

    private static String path(Path first) {
        return first + ":" + System.getenv("PATH");
    }

    @Test
    void aJarThatIsNamedAndMissingIsSaid() throws Exception {
        Path home = jdk("jdk", "25");
        Result result = run(
                Map.of(
                        "GOSLING_JAVA",
                        home.toString(),
                        "GOSLING_JAR",
                        folder.resolve("no.jar").toString()),
                "up");
        assertEquals(1, result.status());
        assertEquals("gosling: GOSLING_JAR is " + folder.resolve("no.jar") + ", which does not exist\n", result.err());
    }

    @ParameterizedTest
    @CsvSource({"--memory,64m", "--memory,1GiB", "--memory=512m,", "--memory,268435456", "--port,1"})
    void theJvmIsSizedAsTheSupervisorWouldSizeIt(String flag, String value) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("serve", "site", flag));
        if (value != null) {
            arguments.add(value);
        }
        String given = flag.startsWith("--memory")
                ? (value == null ? flag.substring(9) : value)
                : CacheSettings.MEMORY.initial();
        JvmMemoryOptions shape = JvmMemoryOptions.forNode(
                CacheSettings.of(ByteSizeFormat.parse(String.valueOf(given))), StartupMemoryCheck.machineMemory());
        Result result = run(
                Map.of("GOSLING_JAVA", jdk("jdk", "25").toString(), "GOSLING_DRY_RUN", "1"),
                arguments.toArray(String[]::new));
        assertTrue(result.out().contains(String.join(" ", shape.options()) + " -D"), result.out());
    }

    @Test
    void theMemoryOfAConfigurationFileCounts() throws Exception {
        Path config = Files.writeString(folder.resolve("n.yaml"), "port: 1\nmemory: \"2g\" # much\n");
        JvmMemoryOptions shape =
                JvmMemoryOptions.forNode(CacheSettings.of(2L << 30), StartupMemoryCheck.machineMemory());
        Result result = run(
                Map.of("GOSLING_JAVA", jdk("jdk", "25").toString(), "GOSLING_DRY_RUN", "1"),
                "serve",
                "--config",
                config.toString());
        assertTrue(result.out().contains(String.join(" ", shape.options())), result.out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cache: {headroom: 300m}|268435456|314572800|16777216",
                "cache:\\n  max-object: 200MiB # large\\n  # headroom: 1g|268435456|209715200|209715200",
                "memory: 1g\\ncache:\\n  headroom: 1g|1073741824|1073741824|16777216"
            })
    void theHeadroomCountsToo(String file, long memory, long headroom, long largest) throws Exception {
        Path config = Files.writeString(folder.resolve("n.yaml"), file.replace("\\n", "\n") + "\n");
        CacheSettings cache =
                CacheSettings.of(memory).with(CacheSettings.MAX_OBJECT, largest).with(CacheSettings.HEADROOM, headroom);
        JvmMemoryOptions shape = JvmMemoryOptions.forNode(cache, StartupMemoryCheck.machineMemory());
        Map<String, String> environment =
                Map.of("GOSLING_JAVA", jdk("jdk", "25").toString(), "GOSLING_DRY_RUN", "1");
        Result result = run(environment, "serve", "--config=" + config);
        assertTrue(result.out().contains(String.join(" ", shape.options()) + " -D"), result.out());
        Result flag = run(environment, "serve", "--config=" + config, "--cache-headroom", "2g");
        JvmMemoryOptions flagged = JvmMemoryOptions.forNode(
                cache.with(CacheSettings.HEADROOM, 2L << 30), StartupMemoryCheck.machineMemory());
        assertTrue(flag.out().contains(String.join(" ", flagged.options()) + " -D"), flag.out());
    }

    @Test
    void argumentsWithBlanksAndQuotesArriveAsTheyAre() throws Exception {
        Result result = run(
                Map.of("GOSLING_JAVA", jdk("a b/jdk", "25").toString(), "GOSLING_AOT", "off"),
                "serve",
                "my site",
                "--name=it's");
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().endsWith("-jar " + jar + " serve my site --name=it's\n"), result.out());
    }

    @Test
    void whatFollowsTheWordBenchGoesToTheBenchJar() throws Exception {
        Map<String, String> environment =
                Map.of("GOSLING_JAVA", jdk("jdk", "25").toString(), "GOSLING_DRY_RUN", "1");
        Result named = run(environment, "bench", "crawl", "http://127.0.0.1/");
        assertTrue(named.out().endsWith(" -jar " + jar + " crawl http://127.0.0.1/\n"), named.out());
        Path clone = Files.createDirectories(folder.resolve("clone"));
        Path launcher = Files.copy(LAUNCHER, clone.resolve("gosling"));
        Path bench = Files.createDirectories(clone.resolve("bench/lab/target")).resolve("gosling-bench.jar");
        Files.writeString(bench, "not a jar");
        for (List<String> call : List.of(List.of("bench", "peers"), List.of("bench", "simulate"))) {
            List<String> command = new ArrayList<>(List.of("sh", launcher.toString()));
            command.addAll(call);
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().putAll(environment);
            builder.environment().remove("GOSLING_JAR");
            Process process = builder.start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(out.endsWith(" -jar " + bench.toRealPath() + " " + call.getLast() + "\n"), out);
        }
    }

    @Test
    void aStartUpCacheThatCannotBeMadeStopsNothing() throws Exception {
        Path home = jdk("jdk", "25");
        Map<String, String> environment = Map.of(
                "GOSLING_JAVA",
                home.toString(),
                "XDG_CACHE_HOME",
                folder.resolve("cache").toString());
        Result first = run(environment, "serve", "x");
        assertEquals(0, first.status(), first.err());
        assertTrue(first.out().startsWith("ran "), first.out());
        assertTrue(first.err().contains("that did not work, so starts stay slower"), first.err());
        Result second = run(environment, "serve", "x");
        assertEquals("", second.err(), "it is tried once");
    }

    @Test
    void aStartUpCacheGoesWhenItsJarHasGone() throws Exception {
        Path home = jdk("jdk", "25");
        Files.writeString(
                home.resolve("bin/java"),
                "#!/bin/sh\nfor a; do case $a in -XX:AOTCacheOutput=*) echo made >\"${a#*=}\" ;; esac; done\n");
        Path other = Files.writeString(folder.resolve("other.jar"), "another");
        Path cache = folder.resolve("a-cache");
        Map<String, String> environment = Map.of("GOSLING_JAVA", home.toString(), "XDG_CACHE_HOME", cache.toString());
        Map<String, String> another = with(environment, "GOSLING_JAR", other.toString());
        run(environment, "serve", "x");
        run(another, "serve", "x");
        assertEquals(2, caches(cache).size());
        Files.writeString(jar, "another build, of another length");
        Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(5)));
        run(environment, "serve", "x");
        assertEquals(2, caches(cache).size(), "one of each jar");
        Files.delete(jar);
        Result result = run(another, "serve", "x");
        assertEquals("", result.err(), "the other's is not made again");
        assertEquals(1, caches(cache).size());
        assertEquals(0, result.status());
    }

    private static List<Path> caches(Path cache) throws IOException {
        try (var files = Files.list(cache.resolve("gosling"))) {
            return files.filter(file -> file.toString().endsWith(".aot")).toList();
        }
    }

    @Test
    void aFolderForTheCacheThatMayNotBeWrittenStopsNothing() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        Result result = run(
                Map.of("GOSLING_JAVA", jdk("jdk", "25").toString(), "XDG_CACHE_HOME", file.toString()), "serve", "x");
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().startsWith("ran "), result.out());
    }

    @Test
    void itIsFoundBehindASymbolicLink() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link"), LAUNCHER);
        ProcessBuilder builder = new ProcessBuilder("sh", link.toString(), "version");
        builder.environment()
                .putAll(Map.of(
                        "GOSLING_JAVA", jdk("jdk", "25").toString(),
                        "GOSLING_JAR", jar.toString(),
                        "GOSLING_DRY_RUN", "1"));
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Files.delete(link);
        assertTrue(out.contains("-Dgosling.home=" + LAUNCHER.getParent()), out);
    }

    @Test
    void inAnAsciiLocaleTheJvmIsGivenUtf8() throws Exception {
        Path home = jdk("jdk", "25");
        Path java = home.resolve("bin/java");
        Files.writeString(java, "#!/bin/sh\necho \"LC_ALL=${LC_ALL:-unset}\"\n");
        Map<String, String> here = Map.of("GOSLING_JAVA", home.toString(), "GOSLING_AOT", "off");
        assertEquals(
                "LC_ALL=C.UTF-8\n", run(with(here, "LC_ALL", "C"), "version").out());
        assertEquals(
                "LC_ALL=C.UTF-8\n",
                run(with(here, "LC_ALL", "POSIX"), "version").out());
    }

    private static Map<String, String> with(Map<String, String> environment, String name, String value) {
        Map<String, String> more = new java.util.HashMap<>(environment);
        more.put(name, value);
        return more;
    }

    @Test
    void oneThatIsStoppedWhileItTrainsTakesTheTrainingWithIt() throws Exception {
        Path home = jdk("jdk", "25");
        Path pid = folder.resolve("pid");
        Files.writeString(home.resolve("bin/java"), "#!/bin/sh\necho $$ >'" + pid + "'\nexec sleep 300\n");
        Path cache = folder.resolve("cache");
        ProcessBuilder builder = new ProcessBuilder("sh", LAUNCHER.toString(), "serve", "x");
        builder.environment()
                .putAll(Map.of(
                        "GOSLING_JAVA", home.toString(),
                        "GOSLING_JAR", jar.toString(),
                        "XDG_CACHE_HOME", cache.toString()));
        Process launcher = builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        Eventually.that(
                "the training has begun",
                () -> Files.exists(pid) && pid.toFile().length() > 1);
        ProcessHandle trainer =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
        launcher.destroy();
        assertTrue(launcher.waitFor(60, TimeUnit.SECONDS));
        assertEquals(143, launcher.exitValue());
        Eventually.that("no training goes on", () -> !trainer.isAlive());
        try (var left = Files.list(cache.resolve("gosling"))) {
            assertEquals(
                    List.of(),
                    left.filter(file -> !file.toString().endsWith(".log")).toList());
        }
    }
}
