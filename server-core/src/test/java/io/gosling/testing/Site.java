package io.gosling.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** A temporary directory with files in it; closing it deletes them. */
public final class Site implements AutoCloseable {
    private final Path directory;

    private Site(Path directory) {
        this.directory = directory;
    }

    /** An empty site. */
    public static Site empty() {
        try {
            return new Site(Files.createTempDirectory("gosling-site").toRealPath());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path directory() {
        return directory;
    }

    /** Writes a text file, with the directories above it; {@code path} has no leading slash. */
    public Site file(String path, String text) {
        return file(path, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a file, with the directories above it. */
    public Site file(String path, byte[] bytes) {
        try {
            Path file = directory.resolve(path);
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a symbolic link. */
    public Site link(String path, Path target) {
        try {
            Path link = directory.resolve(path);
            Files.createDirectories(link.getParent());
            Files.createSymbolicLink(link, target);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public byte[] bytes(String path) {
        try {
            return Files.readAllBytes(directory.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Bytes that look random and are the same for the same seed. */
    public static byte[] noise(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
