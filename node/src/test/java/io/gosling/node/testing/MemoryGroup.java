package io.gosling.node.testing;

import io.gosling.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A control group of Linux, version 1 or 2, with a limit of memory, for processes that a test starts. Removed when it
 * is closed, after they have ended.
 */
public final class MemoryGroup implements AutoCloseable {
    private static final Path TOP = Path.of("/sys/fs/cgroup");
    private static final Path TOP_OF_V1 = TOP.resolve("memory");

    private final Path folder;
    private final boolean first;

    private MemoryGroup(Path folder, boolean first) {
        this.folder = folder;
        this.first = first;
    }

    /** The reason why groups cannot be made here; empty if they can. */
    public static String obstacle() {
        try (MemoryGroup group = limited(64 << 20)) {
            return group.killed() == 0 ? "" : group.folder + " counts processes that it never had";
        } catch (IOException | RuntimeException e) {
            return "no control group with a limit of memory can be made here: " + e;
        }
    }

    public static MemoryGroup limited(long bytes) throws IOException {
        boolean first = Files.exists(TOP_OF_V1.resolve("cgroup.procs"));
        if (!first) {
            Files.writeString(TOP.resolve("cgroup.subtree_control"), "+memory");
        }
        Path folder = Files.createDirectory((first ? TOP_OF_V1 : TOP)
                .resolve("gosling-test-" + ProcessHandle.current().pid()));
        MemoryGroup group = new MemoryGroup(folder, first);
        try {
            Files.writeString(folder.resolve(first ? "memory.limit_in_bytes" : "memory.max"), Long.toString(bytes));
            if (first) {
                // Otherwise sockets' buffers are not counted.
                Files.writeString(folder.resolve("memory.kmem.tcp.limit_in_bytes"), Long.toString(bytes));
            }
            return group;
        } catch (IOException e) {
            group.close();
            throw e;
        }
    }

    /** The command that runs another one in this group. */
    public List<String> inside(List<String> command) {
        List<String> inside =
                new ArrayList<>(List.of("sh", "-c", "echo $$ >\"$0/cgroup.procs\" && exec \"$@\"", folder.toString()));
        inside.addAll(command);
        return inside;
    }

    /** Processes that were killed since there was no memory left. */
    public long killed() throws IOException {
        return Files.readAllLines(folder.resolve(first ? "memory.oom_control" : "memory.events")).stream()
                .filter(line -> line.startsWith("oom_kill "))
                .mapToLong(line -> Long.parseLong(line.substring("oom_kill ".length())))
                .sum();
    }

    /** The most that was in use at a time, page cache and sockets' buffers included. */
    public long peak() throws IOException {
        return first
                ? number("memory.max_usage_in_bytes") + number("memory.kmem.tcp.max_usage_in_bytes")
                : number("memory.peak");
    }

    private long number(String file) throws IOException {
        return Long.parseLong(Files.readString(folder.resolve(file)).strip());
    }

    @Override
    public void close() {
        Eventually.that("the group's processes have ended", () -> {
            try {
                return Files.readString(folder.resolve("cgroup.procs")).isEmpty() && Files.deleteIfExists(folder);
            } catch (IOException e) {
                return false;
            }
        });
    }
}
