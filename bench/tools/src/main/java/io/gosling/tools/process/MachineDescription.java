package io.gosling.tools.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Describes the machine in one line, for the head of a report. */
public final class MachineDescription {
    private MachineDescription() {}

    /** The head of a report on what was reckoned, not measured: machine, date, versions, command. */
    public static Map<String, String> head(String command) throws IOException {
        Map<String, String> head = new LinkedHashMap<>();
        head.put("machine", itself(Runtime.getRuntime().availableProcessors()));
        head.put("date", LocalDate.now(ZoneOffset.UTC).toString());
        head.put("versions", "Java " + Runtime.version());
        head.put("command", "`" + command + "`");
        return head;
    }

    public static String itself(int cpus) throws IOException {
        String kernel = System.getProperty("os.version", "").replaceFirst("-.*", "");
        return cpus + " CPUs"
                + field("/proc/cpuinfo", "model name").map(" "::concat).orElse("") + ", "
                + System.getProperty("os.name") + " " + kernel
                + field("/etc/os-release", "PRETTY_NAME").map(", "::concat).orElse("");
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
