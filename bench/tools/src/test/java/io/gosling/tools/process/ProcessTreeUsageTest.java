package io.gosling.tools.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessTreeUsageTest {
    @Test
    void timeIsUserAndSystemWithEndedChildrenWhateverTheNameIs() {
        String stat = "4711 (a ) 1 2 (b) S 1 2 3 4 5 6 7 8 9 10 100 20 3 4 20 0 12 0 999 888 777";
        assertEquals(127, ProcessTreeUsage.cpuTicks(stat));
    }

    @Test
    void memoryIsWhatIsResident() {
        assertEquals(
                3 << 20, ProcessTreeUsage.residentBytes("VmPeak:\t  9999 kB\nVmRSS:\t  3072 kB\nRssAnon:\t 1 kB\n"));
    }

    @Test
    void aCpuIsBusyUnlessItIsIdleOrWaitsForADiskOrTheHost() {
        String stat = """
                cpu  1 1 1 1 1 1 1 1 0 0
                cpu0 10 20 30 4000 5000 60 70 80 900 900
                cpu1 1 2 3 4 5 6 7 8 9 9
                cpu10 7 0 0 0 0 0 0 0 0 0
                intr 5
                """;
        assertEquals(190, ProcessTreeUsage.busyTicks(List.of(0), stat));
        assertEquals(209, ProcessTreeUsage.busyTicks(List.of(0, 1), stat));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void itReadsThisProcess() throws IOException {
        assertTrue(ProcessTreeUsage.cpuTicks(ProcessHandle.current()) > 0);
        assertTrue(ProcessTreeUsage.residentBytes(ProcessHandle.current()) > 1 << 20);
        assertTrue(ProcessTreeUsage.busyTicks(CpuAssignment.allowed()) > 0);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void childrenMayEndWhileTheyAreLookedAt() throws Exception {
        Process shell = new ProcessBuilder("sh", "-c", "while :; do sleep 0.001 & sleep 0.001; done").start();
        try {
            for (int look = 0; look < 500; look++) {
                assertTrue(ProcessTreeUsage.cpuTicks(shell.toHandle()) >= 0);
                assertTrue(ProcessTreeUsage.residentBytes(shell.toHandle()) > 0);
            }
        } finally {
            shell.destroy();
            shell.waitFor();
        }
        assertThrows(IOException.class, () -> ProcessTreeUsage.cpuTicks(shell.toHandle()));
    }
}
