package io.gosling.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.tools.process.CalledVerb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class PeersVerbTest {
    @TempDir
    private Path folder = Path.of(".");

    @Test
    void wrongValuesAreRefusedWithWhatWasExpected() {
        assertRefused("--rows is 2k; it must be of 1k, 10k,", "--rows", "1k,2k");
        assertRefused("--peers is iis; it must be of nginx, varnish,", "--peers", "iis");
        assertRefused("--rounds is 0; it must be 1 to 99", "--rounds", "0");
        assertRefused("--seconds is 61; it must be 1 to 60", "--seconds", "61");
        assertRefused("--warm-up is 0; it must be 1 to 60", "--warm-up", "0");
    }

    @Test
    void theHelpNamesEveryRowAndEveryServer() {
        String help = new CommandLine(new PeersVerb()).getUsageMessage().replaceAll("\\s+", " ");
        assertTrue(help.contains("Of " + String.join(", ", ComparisonRow.labels()) + ". Default"), help);
        CalledVerb.saysItsColumns(new PeersVerb(), ComparisonSample.COLUMNS.names());
        for (ComparedServer peer : OtherServers.PEERS) {
            assertTrue(help.contains(peer.label()), help);
        }
    }

    @Test
    void allocationIsReadFromTheResultOfJmh() {
        String json = """
            "secondaryMetrics" : {
                "gc.alloc.rate" : { "score" : 1, "rawData" : [ [ 9.0, 9.0 ] ] },
                "gc.alloc.rate.norm" : {
                    "score" : 206.5,
                    "scorePercentiles" : { "0.0" : 206.0 },
                    "scoreUnit" : "B/op",
                    "rawData" : [
                        [
                            206.06,
                            216.87
                        ]
                    ]
                }
            """;
        assertEquals(List.of(206.06, 216.87), RequestHeapMeasurement.allocated(json));
    }

    @Test
    void aRowOfMissesHasManyFilesAndLittleMemory() throws Exception {
        ServedFiles files = ServedFiles.write(folder);
        files.writeMany();
        try (Stream<Path> many = Files.list(folder.resolve("many"))) {
            assertEquals(
                    List.of(8192L, 6144L),
                    List.of(
                            Files.size(
                                    folder.resolve(ComparisonLoad.randomFiles().file())),
                            many.count()));
        }
        assertEquals("2m", memory(ComparisonRow.COLD));
        assertEquals("2m", memory(ComparisonRow.COLD_START));
        assertEquals("64m", memory(ComparisonRow.KB_10));
    }

    private String memory(ComparisonRow row) throws Exception {
        SelfSignedCertificate none = new SelfSignedCertificate(folder, folder, folder, KeyStore.getInstance("PKCS12"));
        ComparedServer.Site site =
                new ComparedServer.Site(folder, folder, new ComparedServer.Address(8080, 8443), none, row.dress(), 0);
        List<String> command = new OwnServers(folder)
                .node(OwnServers.NAME, 1)
                .preparation()
                .prepare(site)
                .command();
        return command.get(command.indexOf("--memory") + 1);
    }

    private static void assertRefused(String message, String... arguments) {
        CalledVerb.isRefused(new PeersVerb(), message, arguments);
    }
}
