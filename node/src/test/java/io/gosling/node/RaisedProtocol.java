package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.testing.RunningProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Makes a jar that differs from the built one in the protocol version of its links alone: one more. */
final class RaisedProtocol {
    private static final Path LINKS = Path.of("io", "gosling", "gos", "link");
    private static final Path SOURCES =
            Path.of("..", "gos", "src", "main", "java").resolve(LINKS).toAbsolutePath();
    private static final String VERSION = "int VERSION = ";

    private RaisedProtocol() {}

    static Path build(Path folder) throws IOException {
        Path sources = Files.createDirectories(folder.resolve("raised"));
        String frame = Files.readString(SOURCES.resolve("frame").resolve("PeerFrame.java"));
        int at = frame.indexOf(VERSION) + VERSION.length();
        int end = frame.indexOf(';', at);
        int raised = Integer.parseInt(frame.substring(at, end)) + 1;
        Path changed = Files.writeString(
                sources.resolve("PeerFrame.java"), frame.substring(0, at) + raised + frame.substring(end));
        // The compiler has copied the number into the classes that use it.
        List<String> arguments = List.of(
                "-proc:none",
                "-nowarn",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                sources.toString(),
                changed.toString(),
                SOURCES.resolve("HandshakeRules.java").toString(),
                SOURCES.resolve("frame").resolve("PeerFrameCodec.java").toString());
        int failed = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertTrue(failed == 0, "the changed sources compile");
        Path jar = Files.copy(RunningProcess.JAR, folder.resolve("raised.jar"));
        try (FileSystem inside = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of());
                Stream<Path> classes = Files.walk(sources.resolve(LINKS))) {
            for (Path one : classes.filter(Files::isRegularFile).toList()) {
                Path place = inside.getPath(sources.relativize(one).toString());
                assertTrue(Files.exists(place), place + " is in the jar");
                Files.copy(one, place, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return jar;
    }
}
