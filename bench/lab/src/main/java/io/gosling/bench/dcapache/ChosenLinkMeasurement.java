package io.gosling.bench.dcapache;

import io.gosling.bench.cluster.ConcurrentClientRunner;
import io.gosling.bench.cluster.ReplicaSetProcesses;
import io.gosling.bench.figures.PaperClaim;
import io.gosling.tools.cluster.KeepAliveConnection;
import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.cluster.ReadyProcess;
import io.gosling.tools.process.ProcessTreeUsage;
import io.gosling.tools.process.ProcessWorkspace;
import io.gosling.tools.report.ReportTextFormat;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the server's CPU cost of a page with chosen links, compared with the same page without: on one server of a
 * replica set of two, where every image of the page has moved to the other one, on one of a replica set where nothing
 * may have copies, and on a node without a replica set. Chosen links are longer, so that node also sends a page which
 * is as long as the one with chosen links.
 *
 * @param requests of a page of a thousand links that are measured; as many go before. Of pages with fewer links it is
 *     ten times as many, since they take less and the system counts in steps of 10 ms
 */
record ChosenLinkMeasurement(ProcessWorkspace place, int requests) {
    static final int[] LINKS = {10, 100, 1000};

    private static final int CLIENTS = 4;
    private static final int MANY_LINKS = 1000;
    private static final int MORE = 10;
    private static final int IMAGES = 100;
    private static final int ROUNDS = 3;
    private static final String COPY = "/~migrate/";
    private static final String PAGE = ".html";
    private static final String LONG = "-long.html";
    private static final NodeProcesses.Shape SERVER = new NodeProcesses.Shape("256m", "32m", List.of());
    private static final List<String> MOVED =
            List.of("idle: 0", "round: 200ms", "per-round: 1000", "spread: migration", "method: naive");
    private static final List<String> PLAIN = List.of("disk-quota: 0");

    /**
     * @param chosen of these, in the page that was sent
     * @param bytes of the page without
     * @param chosenBytes of the page that was sent
     * @param aloneMicros CPU time for a request of the page, of a node in no replica set
     * @param longMicros the same of a page of {@code chosenBytes}
     * @param plainMicros the same of a server in a replica set, where no link is chosen
     * @param chosenMicros the same with chosen links
     */
    record Cost(
            int links,
            int chosen,
            int bytes,
            int chosenBytes,
            double aloneMicros,
            double longMicros,
            double plainMicros,
            double chosenMicros) {
        PaperClaim claim() {
            return PaperClaim.of(
                    "10",
                    "CPU of a page with " + links + " links, " + chosen + " of them chosen, over none chosen",
                    "8.36 % fewer connections/s",
                    "%+.0f %%; over a node in no replica set %+.0f %%, and %+.0f %% over it with a page as long"
                            + " (%d bytes, and %d plain)",
                    100 * (chosenMicros / plainMicros - 1),
                    100 * (chosenMicros / aloneMicros - 1),
                    100 * (chosenMicros / longMicros - 1),
                    chosenBytes,
                    bytes);
        }

        String told() {
            return ReportTextFormat.format(
                    "a page with %d links of which %d are chosen: %.1f us of CPU time, %.1f without,"
                            + " %.1f in no replica set, %.1f for one as long",
                    links, chosen, chosenMicros, plainMicros, aloneMicros, longMicros);
        }
    }

    List<Cost> run() throws IOException, InterruptedException {
        Path site = Files.createTempDirectory(place.directory("sites"), "pages");
        for (int links : LINKS) {
            Files.writeString(site.resolve(links + PAGE), page(links));
        }
        Files.writeString(site.resolve("index.html"), "<!doctype html><title>entry</title>");
        for (int i = 0; i < IMAGES; i++) {
            Files.write(site.resolve(i + ".png"), new byte[100]);
        }
        String[] sent = new String[LINKS.length];
        double[] chosen;
        try (ReplicaSetProcesses group = ReplicaSetProcesses.start(place, site, List.of(SERVER, SERVER), MOVED)) {
            NodeProcesses.Member home = group.members().getFirst();
            give(home.http());
            chosen = micros(home, PAGE);
            for (int i = 0; i < LINKS.length; i++) {
                sent[i] = sent(home.http(), LINKS[i]);
            }
        }
        double[] plain;
        try (ReplicaSetProcesses group = ReplicaSetProcesses.start(place, site, List.of(SERVER, SERVER), PLAIN)) {
            plain = micros(group.members().getFirst(), PAGE);
        }
        for (int i = 0; i < LINKS.length; i++) {
            String page = page(LINKS[i]);
            Files.writeString(
                    site.resolve(LINKS[i] + LONG), page + " ".repeat(Math.max(0, sent[i].length() - page.length())));
        }
        try (NodeProcesses processes = NodeProcesses.start(place, SERVER, site.toString(), 1)) {
            double[] alone = micros(processes.member(0), PAGE);
            double[] asLong = micros(processes.member(0), LONG);
            List<Cost> costs = new ArrayList<>();
            for (int i = 0; i < LINKS.length; i++) {
                int bytes = page(LINKS[i]).length();
                costs.add(new Cost(
                        LINKS[i], copies(sent[i]), bytes, sent[i].length(), alone[i], asLong[i], plain[i], chosen[i]));
            }
            return costs;
        }
    }

    private static String page(int links) {
        StringBuilder html = new StringBuilder("<!doctype html><title>page</title>");
        for (int i = 0; i < links; i++) {
            html.append("<p>Some words before <img src=\"/").append(i % IMAGES).append(".png\" alt=\"an image\"> and ");
            html.append("<em>some</em> more words after it, until the paragraph ends.\n");
        }
        return html.toString();
    }

    private static void give(InetSocketAddress home) throws InterruptedException {
        int most = LINKS[LINKS.length - 1];
        ReadyProcess.until("the images have gone to the other server", () -> {
            try (KeepAliveConnection connection = KeepAliveConnection.open(home)) {
                for (int i = 0; i < 10 * IMAGES; i++) {
                    connection.get("/" + i % IMAGES + ".png");
                }
            }
            return copies(sent(home, most)) >= most;
        });
    }

    private static String sent(InetSocketAddress home, int links) throws IOException {
        try (KeepAliveConnection connection = KeepAliveConnection.open(home)) {
            return new String(connection.get("/" + links + PAGE).body(), StandardCharsets.US_ASCII);
        }
    }

    private static int copies(String page) {
        return (page.length() - page.replace(COPY, "").length()) / COPY.length();
    }

    /** The least of some rounds for each page, since other programs use the machine as well. */
    private double[] micros(NodeProcesses.Member server, String kind) throws IOException, InterruptedException {
        double[] least = new double[LINKS.length];
        for (int i = 0; i < LINKS.length; i++) {
            String path = "/" + LINKS[i] + kind;
            int asked = asked(requests, LINKS[i]);
            ask(server.http(), path, asked);
            least[i] = Double.MAX_VALUE;
            for (int round = 0; round < ROUNDS; round++) {
                long before = ProcessTreeUsage.cpuTicks(server.process().toHandle());
                ask(server.http(), path, asked);
                long ticks = ProcessTreeUsage.cpuTicks(server.process().toHandle()) - before;
                least[i] = Math.min(least[i], 1e6 * ticks / ProcessTreeUsage.TICKS_A_SECOND / asked);
            }
        }
        return least;
    }

    static int asked(int requests, int links) {
        return links < MANY_LINKS ? MORE * requests : requests;
    }

    private static void ask(InetSocketAddress server, String path, int requests) throws InterruptedException {
        ConcurrentClientRunner.run(CLIENTS, number -> {
            try (KeepAliveConnection connection = KeepAliveConnection.open(server)) {
                for (int i = 0; i < requests / CLIENTS; i++) {
                    connection.get(path);
                }
            }
            return number;
        });
    }
}
