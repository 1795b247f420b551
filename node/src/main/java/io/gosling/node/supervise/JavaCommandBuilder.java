package io.gosling.node.supervise;

import io.gosling.node.process.JvmMemoryOptions;
import java.lang.management.ManagementFactory;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The command line that runs Gosling again, with the java and the jar of this process. */
public final class JavaCommandBuilder {
    /** The main class of the jar, by name: it knows the verbs, and a verb knows this. */
    static final String MAIN = "io.gosling.node.Main";

    private static final List<String> ALWAYS = List.of(
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+ExitOnOutOfMemoryError",
            // Java would keep the addresses of a name for 30 s.
            "-Dsun.net.inetaddr.ttl=5");
    /** The options that a jar's manifest would give, for runs from classes. */
    private static final List<String> OPENED = List.of(
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-opens=java.management/sun.management=ALL-UNNAMED",
            "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED");

    private JavaCommandBuilder() {}

    /** The options in {@code GOSLING_JVM}: the launcher gives them to this JVM, and this one to its children. */
    public static List<String> inherited() {
        return options(System.getenv("GOSLING_JVM"));
    }

    static List<String> options(@Nullable String line) {
        return line == null || line.isBlank() ? List.of() : List.of(line.strip().split("\\s+"));
    }

    /** The command that runs a verb in a JVM of this shape; the further options override the shape. */
    static List<String> of(JvmMemoryOptions shape, List<String> further, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(java());
        command.addAll(ALWAYS);
        command.addAll(startUpCache());
        command.addAll(shape.options());
        command.addAll(further);
        Path jar = codeSource();
        if (Files.isRegularFile(jar)) {
            command.addAll(List.of("-jar", jar.toString()));
        } else {
            command.addAll(OPENED);
            command.addAll(List.of("-cp", System.getProperty("java.class.path", ""), MAIN));
        }
        command.addAll(arguments);
        return command;
    }

    static Path codeSource() {
        try {
            return Path.of(JavaCommandBuilder.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String java() {
        return ProcessHandle.current()
                .info()
                .command()
                .orElseGet(() -> Path.of(System.getProperty("java.home", ""), "bin", "java")
                        .toString());
    }

    /** The start-up cache that the launcher chose for this process, for use by its children. */
    private static List<String> startUpCache() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-XX:AOTCache=") || option.startsWith("-Xlog:"))
                .toList();
    }
}
