package io.gosling.node.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The memory limits of the control groups (Linux, versions 1 and 2) that this process is in. A group's limit holds for
 * those within it too, so all are read up to the outermost one that can be seen. The launcher {@code gosling} has the
 * same rule in shell.
 *
 * @param own lists the groups of this process: {@code /proc/self/cgroup}
 * @param top the directory of all groups: {@code /sys/fs/cgroup}
 */
record ControlGroupMemoryLimit(Path own, Path top) {
    static ControlGroupMemoryLimit here() {
        return new ControlGroupMemoryLimit(Path.of("/proc/self/cgroup"), Path.of("/sys/fs/cgroup"));
    }

    /** The least of the limits in bytes; the largest number if there is none. */
    long memoryLimit() {
        long least = Long.MAX_VALUE;
        try {
            for (String line : Files.readAllLines(own)) {
                // 0::GROUP of version 2, N:CONTROLLERS:GROUP of version 1
                String[] parts = line.split(":", 3);
                if (parts.length == 3 && parts[1].isEmpty()) {
                    least = Math.min(least, least(top, parts[2], "memory.max"));
                } else if (parts.length == 3 && ("," + parts[1] + ",").contains(",memory,")) {
                    least = Math.min(least, least(top.resolve("memory"), parts[2], "memory.limit_in_bytes"));
                }
            }
        } catch (IOException e) {
            // A system without control groups.
        }
        return least;
    }

    private static long least(Path top, String group, String file) {
        long least = Long.MAX_VALUE;
        // A container may show itself as the outermost group and name the group by its path outside.
        for (String rest = group; ; rest = rest.substring(0, rest.lastIndexOf('/'))) {
            least = Math.min(least, limit(Path.of(top + rest, file)));
            if (rest.lastIndexOf('/') < 0) {
                return least;
            }
        }
    }

    private static long limit(Path file) {
        try {
            return Long.parseLong(Files.readString(file).strip());
        } catch (IOException | NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }
}
