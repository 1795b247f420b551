package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The entry point of the jar, compiled as the build does. */
class RequiredJavaTest {
    private static final Path SOURCE = Path.of("src", "main", "launch", "io", "gosling", "node", "RequiredJava.java");
    private static final Path JVMS = Path.of("/usr/lib/jvm");
    private static final int CLASS_FILE_OF_JAVA_8 = 52;

    @TempDir
    private Path folder;

    private record Result(int status, String out, String err) {}

    @BeforeEach
    void compile() {
        assertEquals(
                0,
                ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(
                                System.out,
                                System.err,
                                "--release",
                                "8",
                                "-Xlint:-options",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                folder.toString(),
                                SOURCE.toString()));
    }

    private Result run(Path java, String classes) throws Exception {
        Process process =
                new ProcessBuilder(java.toString(), "-cp", classes, "io.gosling.node.RequiredJava", "version").start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), out, err);
    }

    @Test
    void anOldJavaCanLoadIt() throws IOException {
        try (DataInputStream file = new DataInputStream(
                Files.newInputStream(folder.resolve("io").resolve("gosling/node/RequiredJava.class")))) {
            assertEquals(0xCAFEBABE, file.readInt());
            file.readUnsignedShort();
            assertEquals(CLASS_FILE_OF_JAVA_8, file.readUnsignedShort());
        }
    }

    @ParameterizedTest
    @CsvSource({"1.8, true", "11, true", "17, true", "24, true", "'', true", "25, false", "26, false", "100, false"})
    void anOldJavaIsToldWhichIsRequired(String version, boolean tooOld) throws Exception {
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
            Method complaint = loader.loadClass("io.gosling.node.RequiredJava")
                    .getDeclaredMethod("complaint", String.class, String.class);
            complaint.setAccessible(true);
            Object said = complaint.invoke(null, version, "/opt/jdk");
            assertEquals(
                    tooOld,
                    said != null
                            && said.toString()
                                    .startsWith("gosling: this is Java " + version
                                            + " (/opt/jdk); expected Java 25 or newer: "));
            assertEquals(tooOld, said != null);
        }
    }

    @Test
    void anOldJavaOfThisMachineSaysSo() throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(JVMS), "no " + JVMS);
        try (Stream<Path> homes = Files.list(JVMS)) {
            Optional<Path> old = homes.map(home -> home.resolve("bin/java"))
                    .filter(java -> java.toString().matches(".*(-8|-11|-17|-21)[-/].*") && Files.isExecutable(java))
                    .findFirst();
            Assumptions.assumeTrue(old.isPresent(), "no older Java in " + JVMS);
            Result result = run(old.get(), folder.toString());
            assertEquals(78, result.status(), result.err());
            assertTrue(result.err().contains("; expected Java 25 or newer: "), result.err());
        }
    }

    @Test
    void aNewOneRunsTheProgram() throws Exception {
        Path java = Path.of(ProcessHandle.current().info().command().orElse("java"));
        Result result = run(java, folder + File.pathSeparator + System.getProperty("java.class.path"));
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().startsWith("gosling "), result.out());
    }
}
