package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher's first use: a clone without a jar, in a path with blanks, with a Maven that the test plays. It says in
 * {@code calls} that it runs, makes half a jar, and ends it when there is a file {@code go}.
 */
@DisabledOnOs(OS.WINDOWS)
class LauncherBuildTest {
    private static final Path LAUNCHER =
            Path.of("..", "gosling").toAbsolutePath().normalize();
    private static final List<String> TOOLS = List.of(
            "dirname",
            "readlink",
            "sed",
            "head",
            "tail",
            "cat",
            "mkdir",
            "rm",
            "sleep",
            "locale",
            "cksum",
            "wc",
            "tr",
            "ps",
            "sysctl");

    @TempDir
    private Path folder;

    private Path clone;
    private Path bin;
    private Path jar;

    record Launched(Process process, Path out, Path err) {
        String said() {
            try {
                return Files.readString(err);
            } catch (IOException e) {
                return e.toString();
            }
        }

        int status() throws Exception {
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the launcher hangs: " + said());
            return process.exitValue();
        }
    }

    @BeforeEach
    void makeClone() throws IOException {
        clone = Files.createDirectories(folder.resolve("a clone"));
        Files.copy(LAUNCHER, clone.resolve("gosling"));
        jar = clone.resolve("node/target/gosling.jar");
        bin = Files.createDirectories(folder.resolve("bin"));
        for (String tool : TOOLS) {
            for (String system : List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin")) {
                Path found = Path.of(system, tool);
                if (Files.isExecutable(found) && Files.notExists(bin.resolve(tool))) {
                    script(bin.resolve(tool), "exec " + found + " \"$@\"\n");
                }
            }
        }
    }

    private void script(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + text);
        assertTrue(file.toFile().setExecutable(true));
    }

    private void maven(String end) throws IOException {
        script(
                bin.resolve("mvn"),
                "echo call >>'" + folder.resolve("calls") + "'\n"
                        + "echo '[INFO] Building Gosling: node 0.1.0  [5/5]'\n"
                        + "printf half >'" + jar + "'\n"
                        + "until [ -f '" + folder.resolve("go") + "' ]; do sleep 0.1; done\n" + end);
    }

    private Path jdk(String version) throws IOException {
        Path home = folder.resolve("jdk " + version);
        script(home.resolve("bin/java"), "cat \"$3\" 2>/dev/null\necho \"ran $*\"\n");
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private Launched launch(Path launcher, Map<String, String> environment) throws Exception {
        Path out = Files.createTempFile(folder, "out", "");
        Path err = Files.createTempFile(folder, "err", "");
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", launcher.toString(), "version");
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", bin.toString(), "HOME", folder.toString(), "GOSLING_AOT", "off"));
        builder.environment().putAll(environment);
        return new Launched(
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start(), out, err);
    }

    private Launched launch() throws Exception {
        return launch(
                clone.resolve("gosling"), Map.of("GOSLING_JAVA", jdk("25.0.1").toString()));
    }

    private long calls() throws IOException {
        return Files.exists(folder.resolve("calls"))
                ? Files.readAllLines(folder.resolve("calls")).size()
                : 0;
    }

    private void awaitHalfAJar() {
        Eventually.that(
                "half of the jar is made",
                () -> Files.exists(jar) && jar.toFile().length() == 4);
    }

    @Test
    void withoutMavenItSaysWhatToInstall() throws Exception {
        Launched launched = launch();
        assertEquals(1, launched.status());
        assertEquals(
                "gosling: " + clone.toRealPath().resolve("node/target/gosling.jar")
                        + " is not built yet, and Maven (mvn) is not in PATH: install Maven 3.8 or newer,"
                        + " for example 'apt install maven'\n",
                launched.said());
        assertTrue(Files.notExists(clone.resolve(".gosling-build")), "no lock is left");
    }

    @Test
    void twoAtOnceBuildOnceAndNeitherRunsHalfAJar() throws Exception {
        maven("printf whole >'" + jar + "'\n");
        Launched first = launch();
        awaitHalfAJar();
        Launched second = launch();
        Eventually.that("the second waits", () -> second.said().contains("another launcher is at it"));
        assertEquals("", Files.readString(second.out()));
        Eventually.that("the first says how far it is", () -> first.said().contains("  Gosling: node"));
        Files.createFile(folder.resolve("go"));
        for (Launched launched : List.of(first, second)) {
            assertEquals(0, launched.status(), launched.said());
            assertTrue(Files.readString(launched.out()).contains("-jar " + jar + " version"));
        }
        assertEquals(1, calls());
        assertEquals("whole", Files.readString(jar));
    }

    @Test
    void aBuildThatFailsLeavesNoJarAndShowsItsEnd() throws Exception {
        maven("echo '[ERROR] no compiler'\nexit 1\n");
        Files.createFile(folder.resolve("go"));
        Launched launched = launch();
        assertEquals(1, launched.status());
        assertTrue(launched.said().contains("[ERROR] no compiler\n"), launched.said());
        assertTrue(launched.said().endsWith("/node/target/build.log\n"), launched.said());
        assertTrue(Files.notExists(jar));
        assertTrue(Files.notExists(clone.resolve(".gosling-build")));
    }

    @Test
    void whatOneThatWasKilledHadHalfMadeIsMadeAgain() throws Exception {
        maven("printf whole >'" + jar + "'\n");
        Launched first = launch();
        awaitHalfAJar();
        List<ProcessHandle> running = first.process().descendants().toList();
        first.process().destroyForcibly();
        running.forEach(ProcessHandle::destroyForcibly);
        assertTrue(first.process().waitFor(60, TimeUnit.SECONDS));
        Files.createFile(folder.resolve("go"));
        Launched second = launch();
        assertEquals(0, second.status(), second.said());
        assertEquals("whole", Files.readString(jar));
        assertEquals(2, calls());
    }

    @Test
    void aJarThatWasWholeStaysWhenAnotherOneWasHalfMade() throws Exception {
        maven("exit 1\n");
        Files.createDirectories(jar.getParent());
        Files.writeString(jar, "whole");
        Path other = clone.resolve("bench/lab/target/gosling-bench.jar");
        Files.createDirectories(other.getParent());
        Files.writeString(other, "half");
        Process gone = new ProcessBuilder("true").start();
        assertEquals(0, gone.waitFor());
        Path lock = Files.createDirectory(clone.resolve(".gosling-build"));
        Files.writeString(lock.resolve("pid"), gone.pid() + "\n");
        Files.writeString(lock.resolve("making"), other + "\n");
        Launched launched = launch();
        assertEquals(0, launched.status(), launched.said());
        assertEquals("whole", Files.readString(jar));
        assertTrue(Files.notExists(other));
        assertEquals(0, calls());
    }

    @Test
    void aBuildThatIsStoppedLeavesNoJar() throws Exception {
        maven("printf whole >'" + jar + "'\n");
        Launched launched = launch();
        awaitHalfAJar();
        launched.process().destroy();
        assertEquals(143, launched.status());
        assertTrue(Files.notExists(jar), launched.said());
        assertTrue(Files.notExists(clone.resolve(".gosling-build")));
    }

    @Test
    void aRelativeLinkToALinkFindsTheClone() throws Exception {
        Files.createDirectories(jar.getParent());
        Files.writeString(jar, "whole");
        Path links = Files.createDirectories(folder.resolve("some links"));
        Files.createSymbolicLink(links.resolve("one"), Path.of("..", "a clone", "gosling"));
        Files.createSymbolicLink(links.resolve("two"), Path.of("one"));
        Launched launched =
                launch(links.resolve("two"), Map.of("GOSLING_JAVA", jdk("25").toString(), "GOSLING_DRY_RUN", "1"));
        assertEquals(0, launched.status(), launched.said());
        assertTrue(Files.readString(launched.out()).contains("-jar " + jar.toRealPath() + " version"));
    }

    @Test
    void aJdkThatIsTooOldIsSaidWithWhatIsWanted() throws Exception {
        Path launcher = clone.resolve("gosling");
        String text = Files.readString(launcher);
        String nowhere = text.replaceFirst("(?s)for home in .*?; do", "for home in /nonexistent; do");
        assertTrue(!nowhere.equals(text));
        Files.writeString(launcher, nowhere);
        Path old = jdk("17.0.15");
        Files.createSymbolicLink(bin.resolve("java"), old.resolve("bin/java"));
        Launched launched = launch(launcher, Map.of("JAVA_HOME", old.toString()));
        assertEquals(1, launched.status(), launched.said());
        assertTrue(launched.said().startsWith("gosling: no JDK 25 or newer was found in JAVA_HOME, PATH, "));
        assertTrue(launched.said().contains("\ngosling: Found, and too old: 17.0.15.\n"), launched.said());
        assertTrue(launched.said().contains("GOSLING_JAVA=/path/to/jdk ./gosling"), launched.said());
    }
}
