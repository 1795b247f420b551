package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers of the built jar that hold copies for each other: no front-end, no cluster. */
class ReplicationIT {
    private static final Duration LONG = Duration.ofSeconds(240);
    /** Every document of a page: pages, images and styles. */
    private static final int FILES = LinkedSite.PAGES + 1 + 1 + LinkedSite.IMAGES;

    private static final Pattern STYLE = Pattern.compile("<link rel=\"stylesheet\" href=\"([^\"]*)\">");
    private static final Pattern PREFETCHED =
            Pattern.compile("gosling_replication_events_total\\{event=\"prefetched\"[^}]*} [1-9]");

    @TempDir
    private Path site;

    @TempDir
    private Path folder;

    private final List<RunningProcess> processes = new ArrayList<>();
    private final List<ReadyLine> ready = new ArrayList<>();
    private List<Integer> ports = List.of();

    @AfterEach
    void end() throws IOException {
        for (RunningProcess process : processes) {
            process.close();
        }
    }

    /** Decides quickly and from the first request on. */
    private Path settings(String more) throws IOException {
        return Files.writeString(
                folder.resolve("node.yaml"),
                "replication:\n  idle: 0\n  round: 200ms\n  scan: 200ms\n  per-round: 1000\n  heavy: 10\n" + more);
    }

    private void start(int servers, String more) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "a secret of sixteen letters and more");
        Path config = settings(more);
        Path made = LinkedSite.make(site);
        ports = freePorts(servers);
        String all = ports.stream().map(port -> "http://127.0.0.1:" + port).collect(Collectors.joining(","));
        for (int port : ports) {
            processes.add(RunningProcess.gosling(RunningProcess.serve(
                    made,
                    "--name",
                    "n" + port,
                    "--port",
                    Integer.toString(port),
                    "--replication-address",
                    "http://127.0.0.1:" + port,
                    "--replication-backend",
                    all,
                    "--replication-secret-file",
                    secret.toString(),
                    "--config",
                    config.toString())));
        }
        for (RunningProcess process : processes) {
            ready.add(process.ready());
        }
        for (ReadyLine line : ready) {
            Eventually.within(LONG, "all have heard all", () -> StatusReport.hearsItsGroup(status(line)));
        }
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Integer> free = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                sockets.add(socket);
                free.add(socket.getLocalPort());
            }
        } finally {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
        return free;
    }

    private static Map<?, ?> status(ReadyLine line) {
        try {
            return AdminClient.parse(TestSite.text(line.get("admin"), "/status"));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private String http(int server) {
        return ready.get(server).get("http");
    }

    private LinkedSite.Seen crawl(int server) {
        try {
            return LinkedSite.crawl(site, http(server), page -> {}, page -> {});
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private String page(int server) {
        try {
            return TestSite.text(http(server), "/");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aCrawlThroughEachOfFourFindsEveryFileAndEachServerAnswersATenth() throws Exception {
        start(4, "");
        assertEquals("-", ready.getFirst().get("cluster"));
        List<String> names = List.of(http(0), http(1), http(2), http(3));
        for (int through = 0; through < 4; through++) {
            int server = through;
            AtomicReference<LinkedSite.Seen> last = new AtomicReference<>();
            Eventually.within(LONG, "each server answers a tenth of what server " + through + " leads to", () -> {
                last.set(crawl(server));
                return last.get().leastShare(names) >= 0.1;
            });
            assertEquals(FILES, last.get().files().size(), last.get().files().toString());
        }
    }

    @Test
    void whenOneIsKilledDuringACrawlEveryUrlAnswersAfterOneReload() throws Exception {
        start(3, "");
        Eventually.within(LONG, "pages lead to the victim", () -> {
            crawl(0);
            return page(0).contains(http(2));
        });
        AtomicInteger pages = new AtomicInteger();
        LinkedSite.Seen seen = LinkedSite.crawl(
                site,
                http(0),
                page -> {
                    if (pages.incrementAndGet() == 3) {
                        processes.get(2).process().destroyForcibly();
                    }
                },
                // A visitor who loads a page again has seen that it is not whole.
                page -> Eventually.within(LONG, "new pages do not lead there", () -> isSilent(0, http(2))));
        assertEquals(FILES, seen.files().size(), seen.files().toString());
        Eventually.within(LONG, "it is known to be gone", () -> isSilent(0, http(2)));
        for (int i = 0; i < 50; i++) {
            assertFalse(page(0).contains(http(2)));
        }
    }

    private boolean isSilent(int to, String name) {
        return StatusReport.list(StatusReport.map(status(ready.get(to)), "replication"), "servers").stream()
                .anyMatch(server -> StatusReport.text(server, "name").equals(name)
                        && StatusReport.text(server, "state").equals("silent"));
    }

    @Test
    void oneThatIsFrozenIsInNoNewPageAndOneThatWakesIsAgain() throws Exception {
        start(2, "");
        Eventually.within(LONG, "pages lead to the other", () -> {
            crawl(0);
            return page(0).contains(http(1));
        });
        signal("-STOP", processes.get(1));
        try {
            Eventually.within(LONG, "it is silent", () -> !StatusReport.hearsItsGroup(status(ready.getFirst())));
            for (int i = 0; i < 50; i++) {
                assertFalse(page(0).contains(http(1)));
            }
        } finally {
            signal("-CONT", processes.get(1));
        }
        Eventually.within(LONG, "pages lead to it again", () -> {
            crawl(0);
            return page(0).contains(http(1));
        });
    }

    private static void signal(String signal, RunningProcess to) throws Exception {
        Process kill =
                new ProcessBuilder("kill", signal, Long.toString(to.process().pid())).start();
        assertEquals(0, kill.waitFor());
    }

    @Test
    void aPageSaysWhereItMayFetchFromAndWhatItShowsAndBringsThoseBehindIt() throws Exception {
        start(2, "  content-policy: \"default-src 'self'\"\n  extend-policy: on\n  preload: 4\n  prefetch: 4\n");
        Eventually.within(LONG, "its style is on the other server", () -> {
            crawl(0);
            HttpResponse<byte[]> page = get("/");
            String policy = page.headers().firstValue("Content-Security-Policy").orElse("");
            assertTrue(policy.startsWith("default-src 'self'; img-src 'self' http://" + http(1) + "; "), policy);
            Matcher style = STYLE.matcher(new String(page.body(), StandardCharsets.UTF_8));
            assertTrue(style.find());
            String link = page.headers().firstValue("Link").orElse("");
            assertTrue(link.isEmpty() || link.equals("<" + style.group(1) + ">; rel=preload; as=style"), link);
            return link.contains("/~migrate/");
        });
        Eventually.within(
                LONG,
                "pages were brought",
                () -> PREFETCHED
                        .matcher(text(ready.getFirst().get("admin"), "/metrics"))
                        .find());
    }

    private HttpResponse<byte[]> get(String path) {
        try {
            return TestSite.get(http(0), path);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static String text(String address, String path) {
        try {
            return TestSite.text(address, path);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void upStartsAGroupAndStatusSaysWhoHoldsWhatAndWhy() throws Exception {
        Path config = settings("");
        try (RunningProcess up = RunningProcess.gosling(
                "up",
                LinkedSite.make(site).toString(),
                "--replication",
                "--nodes",
                "2",
                "--port",
                "0",
                "--admin-port",
                "0",
                "--memory",
                "16m",
                "--node-config",
                config.toString())) {
            ReadyLine line = up.ready();
            ready.add(line);
            assertEquals("2", line.get("nodes"));
            assertEquals(2, up.process().descendants().count());
            Eventually.within(LONG, "pages lead elsewhere", () -> {
                crawl(0);
                return page(0).contains("/~migrate/");
            });
            try (RunningProcess status = RunningProcess.gosling("status", "--json", "--admin", line.get("admin"))) {
                assertEquals(0, status.status(), status.err());
            }
            Eventually.within(LONG, "the other one says what it has answered", () -> {
                crawl(0);
                Map<?, ?> replication = StatusReport.map(status(line), "replication");
                return StatusReport.map(replication, "saved").get("requests") instanceof Number requests
                        && requests.longValue() > 0;
            });
            Map<?, ?> part = StatusReport.map(status(line), "replication");
            assertFalse(StatusReport.list(part, "placed").isEmpty(), part.toString());
            String why = StatusReport.text(StatusReport.list(part, "placed").getFirst(), "why");
            assertTrue(why.contains("own load"), part.toString());
            assertTrue(
                    part.get("decisions") instanceof List<?> decisions
                            && decisions.getFirst().toString().contains("own load"),
                    part.toString());
            up.terminate();
            assertEquals(0, up.status(), up.err());
        }
    }

    @Test
    void withLittleRoomTheNaiveMethodServesEveryFile() throws Exception {
        littleRoom("naive");
    }

    @Test
    void withLittleRoomTheDeletionAwareMethodServesEveryFile() throws Exception {
        littleRoom("deletion-aware");
    }

    @Test
    void withLittleRoomTheResourceAwareMethodServesEveryFile() throws Exception {
        littleRoom("resource-aware");
    }

    /** A fifth of the images has room at each of the others. */
    private void littleRoom(String method) throws Exception {
        long quota = 80 << 10;
        start(3, "  method: " + method + "\n  disk-quota: " + quota + "\n");
        Eventually.within(LONG, "pages lead elsewhere", () -> {
            crawl(0);
            return page(0).contains("/~migrate/");
        });
        for (int round = 0; round < 5; round++) {
            assertEquals(FILES, crawl(0).files().size());
            for (ReadyLine line : ready) {
                double bytes = ((Number) Objects.requireNonNull(
                                StatusReport.map(status(line), "replication").get("copy_bytes")))
                        .doubleValue();
                assertTrue(bytes <= quota, line + " holds " + bytes);
            }
        }
    }

    @Test
    void aChangedImageIsNeverOldBehindAPageThatKnows() throws Exception {
        start(2, "  consistency: implicit-notification\n");
        changes();
    }

    @Test
    void aChangedImageIsNeverOldAfterItWasToBeCompared() throws Exception {
        start(2, "  consistency: validation\n  validate-after: 500ms\n");
        changes();
    }

    @Test
    void aChangedImageIsForgottenWhereItsHomeSaysSo() throws Exception {
        start(2, "  consistency: explicit-notification\n");
        changes();
    }

    @Test
    void aChangedImageIsBroughtWhereItsHomeSaysSo() throws Exception {
        start(2, "  consistency: active-update\n");
        changes();
    }

    /** In the end what a page leads to is what the files have; until then it is nothing but an older file. */
    private void changes() {
        Eventually.within(LONG, "pages lead to the other", () -> {
            crawl(0);
            return page(0).contains(http(1));
        });
        for (int round = 0; round < 3; round++) {
            try {
                Files.write(
                        site.resolve("img/0.png"),
                        ("round " + round).repeat(200).getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            Eventually.within(LONG, "what pages lead to is the file again", () -> {
                try {
                    LinkedSite.crawl(site, http(0), page -> {}, page -> {});
                    return page(0).contains(http(1));
                } catch (AssertionError old) {
                    return false;
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
        }
    }
}
