package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.testing.Documents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Builds each Maven project of docs/examples against the artifacts of this build and runs its tests. The artifacts are
 * in a local repository of their own; everything else comes from that of this build, or from a registry.
 */
// In a plain build: GuideTest of server-core and GoslingClusterTest of gos run the same code.
@Tag("lab")
class ExamplesIT {
    private static final Path EXAMPLES = Documents.ROOT.resolve("docs/examples");
    private static final String VERSION = "0.1.0-SNAPSHOT";
    private static final int MINUTES = 5;

    @TempDir
    static Path folder;

    private static Stream<String> projects() throws IOException {
        try (Stream<Path> entries = Files.list(EXAMPLES)) {
            return entries
                    .filter(Files::isDirectory)
                    .map(project -> String.valueOf(project.getFileName()))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @BeforeAll
    static void install() throws IOException {
        artifact("gosling", Documents.ROOT.resolve("pom.xml"), "pom");
        for (String module : List.of("server-core", "gos")) {
            artifact(module, Documents.ROOT.resolve(module + "/pom.xml"), "pom");
            artifact(module, Documents.ROOT.resolve(module + "/target/" + module + "-" + VERSION + ".jar"), "jar");
        }
        String usual = System.getProperty("user.home") + "/.m2/repository";
        String cache =
                Path.of(System.getProperty("localRepository", usual)).toUri().toString();
        Files.writeString(folder.resolve("settings.xml"), """
                <settings>
                  <profiles>
                    <profile>
                      <id>cache</id>
                      <repositories><repository><id>cache</id><url>URL</url></repository></repositories>
                      <pluginRepositories>
                        <pluginRepository><id>cache</id><url>URL</url></pluginRepository>
                      </pluginRepositories>
                    </profile>
                  </profiles>
                  <activeProfiles><activeProfile>cache</activeProfile></activeProfiles>
                </settings>
                """.replace("URL", cache));
    }

    private static void artifact(String name, Path file, String kind) throws IOException {
        Path place = folder.resolve("repository/io/gosling/" + name + "/" + VERSION);
        Files.createDirectories(place);
        Files.copy(file, place.resolve(name + "-" + VERSION + "." + kind));
    }

    @ParameterizedTest
    @MethodSource("projects")
    void itsTestsPass(String project) throws Exception {
        Path copy = folder.resolve(project);
        copy(EXAMPLES.resolve(project), copy);
        Path output = folder.resolve(project + ".log");
        ProcessBuilder maven = new ProcessBuilder(
                        "mvn",
                        "-B",
                        "-ntp",
                        "-gs",
                        folder.resolve("settings.xml").toString(),
                        "-Dmaven.repo.local=" + folder.resolve("repository"),
                        "test")
                .directory(copy.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = maven.start();
        try {
            assertTrue(process.waitFor(MINUTES, TimeUnit.MINUTES), () -> "it has not ended: " + read(output));
            assertEquals(0, process.exitValue(), () -> read(output));
            assertTrue(read(output).contains("Failures: 0, Errors: 0, Skipped: 0"), () -> read(output));
        } finally {
            process.destroyForcibly();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(each -> !each.startsWith(from.resolve("target")))
                    .toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
