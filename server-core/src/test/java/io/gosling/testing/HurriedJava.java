package io.gosling.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Starts the built jar for short runs: with the JDK's start-up cache, made once beside each build, and without the
 * second compiler. A cluster of three nodes then costs 8 seconds of a CPU instead of 20. Not for what measures speed.
 */
public final class HurriedJava {
    /** Options that must agree between making and using the cache. */
    private static final List<String> COMMON =
            List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC");

    private static final long MAKING_SECONDS = 180;

    private HurriedJava() {}

    /** A command up to the jar, with further options of the JVM; what the jar is to do is added by the caller. */
    public static List<String> command(Path jar, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(COMMON);
        command.addAll(hurry(jar));
        command.addAll(List.of(options));
        command.addAll(List.of("-jar", jar.toString()));
        return command;
    }

    /**
     * The environment in which a program that starts the jar itself is as quick: every JVM takes the options from
     * there, and one that they do not suit starts as slowly as without.
     */
    public static Map<String, String> environment(Path jar) throws IOException {
        return Map.of(
                "GOSLING_AOT",
                "off",
                "JDK_JAVA_OPTIONS",
                hurry(jar).stream().map(option -> '"' + option + '"').collect(Collectors.joining(" ")));
    }

    private static List<String> hurry(Path jar) throws IOException {
        // A cache that could not be made is an empty file: the JVM then starts as slowly as without.
        return List.of("-XX:TieredStopAtLevel=1", "-XX:AOTCache=" + cache(jar), "-Xlog:aot=off,cds=off");
    }

    private static String java() {
        return ProcessHandle.current().info().command().orElse("java");
    }

    private static synchronized Path cache(Path jar) throws IOException {
        Path cache = jar.resolveSibling("start-up.aot");
        if (isFresh(cache, jar)) {
            return cache;
        }
        try (FileChannel channel = FileChannel.open(
                        jar.resolveSibling("start-up.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = channel.lock()) {
            if (held.isValid() && !isFresh(cache, jar)) {
                make(cache, jar);
            }
        }
        return cache;
    }

    private static boolean isFresh(Path cache, Path jar) throws IOException {
        return Files.exists(cache) && Files.getLastModifiedTime(cache).compareTo(Files.getLastModifiedTime(jar)) >= 0;
    }

    private static void make(Path cache, Path jar) throws IOException {
        Path part = cache.resolveSibling("start-up.part");
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(COMMON);
        command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-Xlog:disable", "-XX:AOTCacheOutput=" + part));
        command.addAll(List.of("-jar", jar.toString(), "warm-up", "--brief"));
        Process making = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(jar.resolveSibling("start-up.log").toFile())
                .start();
        try {
            if (!making.waitFor(MAKING_SECONDS, TimeUnit.SECONDS) || making.exitValue() != 0 || !Files.exists(part)) {
                making.destroyForcibly();
                Files.deleteIfExists(part);
                Files.write(cache, new byte[0]);
                return;
            }
        } catch (InterruptedException e) {
            making.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("interrupted while the start-up cache was made", e));
        }
        Files.move(part, cache, StandardCopyOption.REPLACE_EXISTING);
    }
}
