package io.gosling.bench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuQuotaGroupsTest {
    @TempDir
    private Path root = Path.of(".");

    /**
     * As the system has it, which makes the files of a group itself, and does not remove one that somebody is still in.
     */
    private Path leftOver(String name) throws IOException {
        Path group = root.resolve("cpu")
                .resolve("gosling-bench-" + ProcessHandle.current().pid() + "-" + name);
        Files.createDirectories(group);
        for (String file : List.of("cgroup.procs", "cpu.cfs_period_us", "cpu.cfs_quota_us")) {
            Files.writeString(group.resolve(file), "");
        }
        return group;
    }

    @Test
    void aGroupThatAnEarlierRoundCouldNotRemoveIsTaken() throws IOException {
        Files.createDirectory(root.resolve("cpu"));
        Files.writeString(root.resolve("cpu/cgroup.procs"), "");
        leftOver("probe");
        Path left = leftOver("n1");
        Path slow = leftOver("slow");
        try (CpuQuotaGroups groups = CpuQuotaGroups.open(root, 50, CpuQuotaGroups.LEAST_QUOTA_MICROS)) {
            assertEquals(Optional.of("v1"), groups.version());
            groups.confine("n1", ProcessHandle.current());
            groups.confine("slow", ProcessHandle.current(), 10);
        }
        assertEquals(Long.toString(ProcessHandle.current().pid()), Files.readString(left.resolve("cgroup.procs")));
        assertEquals("5000", Files.readString(left.resolve("cpu.cfs_period_us")));
        assertEquals("2500", Files.readString(left.resolve("cpu.cfs_quota_us")));
        assertEquals(
                "10000",
                Files.readString(slow.resolve("cpu.cfs_period_us")),
                "less than 1 ms the system does not give");
        assertEquals("1000", Files.readString(slow.resolve("cpu.cfs_quota_us")));
    }

    @Test
    void whereNoneCanBeMadeTheReportSaysSo() {
        try (CpuQuotaGroups groups = CpuQuotaGroups.open(root.resolve("none"), 50, CpuQuotaGroups.LEAST_QUOTA_MICROS)) {
            assertEquals(Optional.empty(), groups.version());
            assertEquals(
                    "none: no control groups can be made here, so nodes take CPU time from each other; front-end,"
                            + " clients and disks share all CPUs with them, unconfined",
                    groups.shares(2));
        }
    }

    @Test
    void aQuotaIsAShareWhereAllCanHaveTheirs() {
        assertEquals("20 % of a CPU for each node", CpuQuotaGroups.parts(20, 6, 2));
        assertEquals("50 % of a CPU for each node", CpuQuotaGroups.parts(50, 4, 2));
        assertEquals(
                "at most 50 % of a CPU for each node, which is a bound and no share: 8 nodes with that would take 400"
                        + " %, and this machine has 200 %",
                CpuQuotaGroups.parts(50, 8, 2));
    }
}
