package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.Gosling;
import io.gosling.gos.embedded.GoslingCluster;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
    @Test
    void twoNodesComputeItOnce() throws Exception {
        try (var cluster = GoslingCluster.of(2);
                var one = Gosling.serve(cluster.cache(0).around(Report.routes()));
                var two = Gosling.serve(cluster.cache(1).around(Report.routes()))) {
            String first = get(one.url("/report"));
            assertTrue(first.startsWith("computed at "), first);
            assertEquals(first, get(two.url("/report")));
            assertEquals(first, get(one.url("/report")));
        }
    }

    /** The program, as a process of its own, without options of the JVM. */
    @Test
    void theProgramServes() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Report.class.getName()));
        command.addAll(List.of("n1", "0", "0"));
        Process program =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (var lines = program.inputReader()) {
            String body = get(URI.create(lines.readLine()));
            assertTrue(body.startsWith("computed at "), body);
        } finally {
            program.destroy();
            program.waitFor();
        }
    }

    private static String get(URI url) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString()).body();
        }
    }
}
