package io.gosling.tools.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds programs by name: on the path, and in the directories of servers that a plain user's path lacks. */
public final class ProgramFinder {
    private static final List<String> ALSO = List.of("/usr/local/sbin", "/usr/sbin", "/sbin");
    private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+(\\.\\d+)?");
    private static final long TIMEOUT_SECONDS = 10;

    private ProgramFinder() {}

    public static Optional<Path> find(String... names) {
        List<Path> folders = Stream.concat(
                        Stream.of(Optional.ofNullable(System.getenv("PATH"))
                                .orElse("")
                                .split(File.pathSeparator)),
                        ALSO.stream())
                .map(Path::of)
                .toList();
        return Stream.of(names)
                .flatMap(name -> folders.stream().map(folder -> folder.resolve(name)))
                .filter(Files::isExecutable)
                .filter(Files::isRegularFile)
                .findFirst();
    }

    /** The version that the first installed of these programs prints with this flag; empty if none is installed. */
    public static Optional<String> installed(String flag, String... names) throws IOException, InterruptedException {
        Optional<Path> found = find(names);
        return found.isPresent() ? Optional.of(version(found.get(), flag)) : Optional.empty();
    }

    /** The first version number in a program's output; "unknown" if there is none. */
    public static String version(Path program, String... arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(Stream.of(program.toString()), Stream.of(arguments))
                .toList();
        Path printed = Files.createTempFile("version", "");
        try {
            Process asked = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(printed.toFile())
                    .start();
            asked.getOutputStream().close();
            if (!asked.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                asked.destroyForcibly();
            }
            Matcher version = VERSION.matcher(Files.readString(printed, StandardCharsets.ISO_8859_1));
            return version.find() ? version.group() : "unknown";
        } finally {
            Files.delete(printed);
        }
    }
}
