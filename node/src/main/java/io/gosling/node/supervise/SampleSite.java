package io.gosling.node.supervise;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Gosling's introduction to itself, served when no directory is named. */
public final class SampleSite {
    private static final String IN_JAR = "/site";

    private SampleSite() {}

    /** The folder of the sample site: the one beside the launcher or the jar, or a copy out of the jar. */
    public static Path locate(Path scratch) throws IOException {
        Path code = JavaCommandBuilder.codeSource();
        Path home = Path.of(System.getProperty("gosling.home", "."));
        Path beside = code.resolveSibling("site");
        for (Path candidate : List.of(home.resolve("config/site"), beside, code.resolve("site"))) {
            if (Files.isRegularFile(candidate.resolve("index.html"))) {
                return candidate.toRealPath();
            }
        }
        return unpack(code, scratch.resolve("site"));
    }

    private static Path unpack(Path jar, Path target) throws IOException {
        try (FileSystem inside = FileSystems.newFileSystem(jar);
                Stream<Path> files = Files.walk(inside.getPath(IN_JAR))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path copy =
                        target.resolve(inside.getPath(IN_JAR).relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
        return target;
    }
}
