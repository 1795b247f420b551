package io.gosling.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What a reader wants to know of the machine, in a line. */
public final class Machine {
    private Machine() {}

    public static String line(int cpus) throws IOException {
        String kernel = System.getProperty("os.version", "").replaceFirst("-.*", "");
        return cpus + " CPUs"
                + field("/proc/cpuinfo", "model name").map(" "::concat).orElse("") + ", "
                + System.getProperty("os.name") + " " + kernel
                + field("/etc/os-release", "PRETTY_NAME").map(", "::concat).orElse("") + ", loopback";
    }

    /** The value behind a name and a colon or an equals sign, without quotes. */
    private static Optional<String> field(String file, String name) throws IOException {
        Path path = Path.of(file);
        if (!Files.isReadable(path)) {
            return Optional.empty();
        }
        return Files.readAllLines(path).stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.replaceFirst("^[^:=]*[:=]\\s*", "")
                        .replace("\"", "")
                        .strip())
                .findFirst();
    }
}
