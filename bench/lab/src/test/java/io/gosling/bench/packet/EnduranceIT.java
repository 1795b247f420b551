package io.gosling.bench.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.bench.BenchMain;
import io.gosling.bench.hosts.NamespaceHosts;
import io.gosling.bench.process.OwnJavaCommands;
import io.gosling.tools.process.LaunchCommand;
import io.gosling.tools.process.ProcessWorkspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Both packet dispatchers carry many connections of a service that is not HTTP, of which every byte is compared, while
 * a back-end leaves and comes back. The properties {@code endurance.connections} and {@code endurance.gigabytes} (of
 * 10^9 bytes, both ways) set the amount, {@code endurance.minutes} the most time for each dispatcher.
 */
// In a plain build: EnduranceResultTest and ExchangeSlotsTest.
@Tag("lab")
class EnduranceIT {
    private static final String HOME = "gosling.home";
    private static final Endurance.Amount AMOUNT = new Endurance.Amount(
            Long.getLong("endurance.connections", 400),
            Math.round(1e9 * Double.parseDouble(System.getProperty("endurance.gigabytes", "0.02"))),
            Integer.getInteger("endurance.clients", 8),
            60 * Long.getLong("endurance.minutes", 3));

    @BeforeEach
    void mayMakeHosts() {
        String obstacle = NamespaceHosts.obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle);
        System.setProperty(
                HOME, Path.of("..", "..").toAbsolutePath().normalize().toString());
    }

    @AfterEach
    void forgetTheClone() {
        System.clearProperty(HOME);
    }

    private static LaunchCommand bytesService() {
        return LaunchCommand.of(
                OwnJavaCommands.program("java"),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                BenchMain.class.getName(),
                "bytes-service",
                Testbed.BYTES_PORT);
    }

    @Test
    void noByteIsLostAndNothingIsLeft() throws Exception {
        List<String> faults = new ArrayList<>();
        try (ProcessWorkspace place = ProcessWorkspace.open()) {
            Testbed bed = Testbed.open(place, 2);
            try (bed) {
                bed.start(Testbed.BYTES_PORT, backend -> bytesService());
                bed.awaitServers();
                Endurance endurance = new Endurance(bed, AMOUNT, System.out::println);
                for (ForwarderKind mechanism : List.of(ForwarderKind.LSMAC, ForwarderKind.LSNAT)) {
                    EnduranceResult result = endurance.run(mechanism);
                    System.out.println(result.line());
                    faults.addAll(result.faults());
                }
            }
            // Processes and namespaces may be there although they were closed.
            for (Testbed.Backend backend : bed.backends(2)) {
                for (Process server : backend.servers().values()) {
                    if (server.isAlive()) {
                        faults.add("process " + server.pid());
                    }
                }
            }
            faults.addAll(bed.hosts().names());
        }
        assertEquals(List.of(), faults);
    }
}
