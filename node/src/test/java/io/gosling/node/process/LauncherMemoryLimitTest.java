package io.gosling.node.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The memory limits that the launcher reads, of groups that the test makes; the program has those of the JVM. */
@DisabledOnOs(OS.WINDOWS)
class LauncherMemoryLimitTest {
    private static final long MACHINE = 1L << 40;

    @TempDir
    private Path folder;

    /** Groups of version 1, of 2, of both; in containers that name a group which is seen as the outermost one. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0::/|memory.max=300|300",
                "0::/|memory.max=max|1099511627776",
                "0::/a/b/c|a/b/c/memory.max=max a/b/memory.max=max a/memory.max=500|500",
                "0::/a/b|a/b/memory.max=700 a/memory.max=500|500",
                "0::/a/b|a/b/memory.max=300 a/memory.max=500|300",
                "0::/docker/0f1e|memory.max=400|400",
                "4:memory:/a/b|memory/a/b/memory.limit_in_bytes=9223372036854771712"
                        + " memory/a/memory.limit_in_bytes=600|600",
                "5:hugetlb,memory:/a|memory/a/memory.limit_in_bytes=200 memory/memory.limit_in_bytes=600|200",
                "12:memory:/docker/0f1e|memory/memory.limit_in_bytes=800|800",
                "3:cpu:/;4:memory:/x;0::/|memory/x/memory.limit_in_bytes=100 memory.max=max|100",
                "3:cpu:/|memory/memory.limit_in_bytes=100|1099511627776"
            })
    void theLeastLimitOfAGroupAndThoseAroundItCounts(String groups, String files, long expected) throws Exception {
        Path own = Files.writeString(folder.resolve("cgroup"), groups.replace(';', '\n') + "\n");
        Path top = Files.createDirectory(folder.resolve("groups"));
        for (String file : files.split(" ")) {
            String[] parts = file.split("=");
            Path limit = top.resolve(parts[0]);
            Files.createDirectories(limit.getParent());
            Files.writeString(limit, parts[1] + "\n");
        }
        assertEquals(expected, launcher(own, top));
    }

    /** The answer of the launcher's function, with these files in place of the system's. */
    private long launcher(Path own, Path top) throws Exception {
        Matcher function = Pattern.compile("(?ms)^machine_memory\\(\\) \\{.*?^\\}$")
                .matcher(Files.readString(Path.of("..", "gosling")));
        if (!function.find()) {
            throw new AssertionError("the launcher has no function machine_memory");
        }
        Path memory = Files.writeString(folder.resolve("meminfo"), "MemTotal:       " + MACHINE / 1024 + " kB\n");
        String script = "set -eu\n"
                + function.group()
                        .replace("/proc/self/cgroup", own.toString())
                        .replace("/sys/fs/cgroup", top.toString())
                        .replace("/proc/meminfo", memory.toString())
                + "\nmachine_memory\n";
        Process shell = new ProcessBuilder("sh", "-c", script).start();
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertEquals(0, shell.waitFor(), new String(shell.getErrorStream().readAllBytes(), StandardCharsets.UTF_8));
        return Long.parseLong(said);
    }
}
