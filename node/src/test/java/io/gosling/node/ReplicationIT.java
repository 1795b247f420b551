package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.process.ReadyLine;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.node.testing.LinkedSite;
import io.gosling.node.testing.RunningProcess;
import io.gosling.node.testing.TestSite;
import io.gosling.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers of the built jar that hold copies for each other: no front-end, no cluster. */
// In a plain build, besides what has no tag: ServedConsistencyTest, ServingGroupTest and PlanValuesTest of replication.
class ReplicationIT {
    private static final Duration LONG = Duration.ofSeconds(240);
    /** Every document of a page: pages, images and styles. */
    private static final int FILES = LinkedSite.PAGES + 1 + 1 + LinkedSite.IMAGES;

    /** A fifth of the images has room at each of the others. */
    private static final long QUOTA = 80 << 10;

    /** Of the first page. */
    private static final String IMAGE = "/img/3.png";

    private static final Pattern STYLE = Pattern.compile("<link rel=\"stylesheet\" href=\"([^\"]*)\">");

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
    @Tag("lab")
    void oneThatIsFrozenIsInNoNewPageAndOneThatWakesIsAgain() throws Exception {
        start(2, "");
        Eventually.within(LONG, "pages lead to the other", () -> {
            crawl(0);
            return page(0).contains(http(1));
        });
        processes.get(1).signal("STOP");
        try {
            Eventually.within(LONG, "it is silent", () -> !StatusReport.hearsItsGroup(status(ready.getFirst())));
            for (int i = 0; i < 50; i++) {
                assertFalse(page(0).contains(http(1)));
            }
        } finally {
            processes.get(1).signal("CONT");
        }
        Eventually.within(LONG, "pages lead to it again", () -> {
            crawl(0);
            return page(0).contains(http(1));
        });
    }

    @Test
    @Tag("lab")
    void aPageSaysWhereItMayFetchFrom() throws Exception {
        start(2, "  content-policy: \"default-src 'self'\"\n  extend-policy: on\n");
        Eventually.within(LONG, "its style is on the other server", () -> {
            crawl(0);
            HttpResponse<byte[]> page = get("/");
            String policy = page.headers().firstValue("Content-Security-Policy").orElse("");
            assertTrue(policy.startsWith("default-src 'self'; img-src 'self' http://" + http(1) + "; "), policy);
            Matcher style = STYLE.matcher(new String(page.body(), StandardCharsets.UTF_8));
            assertTrue(style.find());
            return style.group(1).contains("/~migrate/");
        });
    }

    private HttpResponse<byte[]> get(String path) {
        try {
            return TestSite.get(http(0), path);
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
                Map<?, ?> all = AdminClient.parse("{\"all\":" + status.out() + "}");
                assertEquals(
                        List.of("n1", "n2"),
                        StatusReport.list(all, "all").stream()
                                .map(one -> StatusReport.text(one, "name"))
                                .toList());
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

    /** It tells nobody what it has thrown away, so pages go on leading there, and copies come and go. */
    @Test
    @Tag("lab")
    void withLittleRoomTheNaiveMethodPlansForWhatIsGone() throws Exception {
        start(3, "  method: naive\n  disk-quota: " + QUOTA + "\n");
        Set<String> held = new HashSet<>();
        Eventually.within(LONG, "the second server throws copies away", () -> {
            crawlWithin(QUOTA);
            held.addAll(held(1));
            return !gone(held).isEmpty();
        });
        assertTrue(planned(1).containsAll(gone(held)), () -> planned(1) + " of " + held);
        assertEquals(FILES, crawlWithin(QUOTA).files().size());
    }

    @Test
    @Tag("lab")
    void withLittleRoomTheDeletionAwareMethodTakesWhatIsGoneOffThePlan() throws Exception {
        start(3, "  method: deletion-aware\n  disk-quota: " + QUOTA + "\n");
        Set<String> everPlanned = new HashSet<>();
        Eventually.within(LONG, "what the second server throws away is off the plan, for a while", () -> {
            crawlWithin(QUOTA);
            everPlanned.addAll(planned(1));
            return !planned(1).containsAll(everPlanned);
        });
        String decisions = String.valueOf(group(0).get("decisions"));
        assertFalse(decisions.contains("revoke "), () -> "it was its home's own idea: " + decisions);
        assertEquals(FILES, crawlWithin(QUOTA).files().size());
    }

    @Test
    @Tag("lab")
    void withLittleRoomTheResourceAwareMethodPlansForWhatHasRoom() throws Exception {
        start(3, "  method: resource-aware\n  disk-quota: " + QUOTA + "\n");
        Eventually.within(LONG, "there is no room for the smallest that is left", () -> {
            assertEquals(FILES, crawlWithin(QUOTA).files().size());
            List<Map<?, ?>> servers = StatusReport.list(group(0), "servers");
            servers.forEach(server -> assertTrue(number(server, "bytes") <= QUOTA, server.toString()));
            return servers.stream().allMatch(server -> number(server, "bytes") > QUOTA / 2);
        });
    }

    /** Every file is there, and nobody holds more than may be. */
    private LinkedSite.Seen crawlWithin(long quota) {
        LinkedSite.Seen seen = crawl(0);
        for (int server = 0; server < ready.size(); server++) {
            Map<?, ?> group = group(server);
            assertTrue(number(group, "copy_bytes") <= quota, group.toString());
        }
        return seen;
    }

    private Map<?, ?> group(int server) {
        return StatusReport.map(status(ready.get(server)), "replication");
    }

    private static long number(Map<?, ?> of, String key) {
        return ((Number) Objects.requireNonNull(of.get(key))).longValue();
    }

    /** The copies of a server, with their versions. */
    private Map<String, Long> copies(int server) {
        return StatusReport.list(group(server), "copies").stream()
                .collect(Collectors.toMap(copy -> StatusReport.text(copy, "path"), copy -> number(copy, "version")));
    }

    private Set<String> held(int server) {
        return copies(server).keySet();
    }

    /** Of what the second server once held, what it holds no more. */
    private Set<String> gone(Set<String> held) {
        Set<String> gone = new HashSet<>(held);
        gone.removeAll(held(1));
        return gone;
    }

    /** The documents that the first server leads to at another. */
    private Set<String> planned(int server) {
        return StatusReport.list(group(0), "placed").stream()
                .filter(placed -> placed.get("servers") instanceof List<?> servers && servers.contains(http(server)))
                .map(placed -> StatusReport.text(placed, "path"))
                .collect(Collectors.toSet());
    }

    /** Nobody says so: the next page's link does. */
    @Test
    @Tag("lab")
    void implicitNotificationChangesACopyWhenALinkOfANewerPageIsFollowed() throws Exception {
        start(2, "  consistency: implicit-notification\n  validate-after: 1h\n");
        String before = copyOfImage("");
        long version = copies(1).getOrDefault(IMAGE, 0L);
        byte[] old = fetch(before).body();
        byte[] now = change();
        String after = copyOfImage(before);
        assertArrayEquals(old, fetch(before).body(), "whoever has an older page sees the older image");
        assertEquals(version, copies(1).get(IMAGE));
        Eventually.within(LONG, "the newer link has the newer bytes", () -> isAt(after, now));
        assertTrue(copies(1).getOrDefault(IMAGE, 0L) > version);
        assertTrue(isAt(before, now), "and the older one as well, by now");
    }

    @Test
    @Tag("lab")
    void validationChangesACopyWhenItIsAskedForAfterItsTime() throws Exception {
        start(2, "  consistency: validation\n  validate-after: 500ms\n");
        String before = copyOfImage("");
        Eventually.within(LONG, "a copy that has aged is compared and found to be the same", () -> {
            assertTrue(isAt(before, image()));
            return number(group(1), "validated") > 0;
        });
        long version = copies(1).getOrDefault(IMAGE, 0L);
        byte[] now = change();
        copyOfImage(before);
        assertEquals(version, copies(1).get(IMAGE), "its home knows, and has told nobody");
        Eventually.within(LONG, "it is compared again", () -> isAt(before, now));
    }

    @Test
    void explicitNotificationHasACopyForgotten() throws Exception {
        start(2, "  consistency: explicit-notification\n  validate-after: 1h\n");
        String before = copyOfImage("");
        byte[] now = change();
        Eventually.within(LONG, "it is forgotten, though nobody asks", () -> !held(1).contains(IMAGE));
        Eventually.within(LONG, "who asks has it brought again", () -> isAt(before, now));
    }

    @Test
    @Tag("lab")
    void activeUpdateBringsTheNewBytes() throws Exception {
        start(2, "  consistency: active-update\n  validate-after: 1h\n");
        String before = copyOfImage("");
        long version = copies(1).getOrDefault(IMAGE, 0L);
        byte[] now = change();
        Eventually.within(
                LONG, "it is brought, though nobody asks", () -> copies(1).getOrDefault(IMAGE, 0L) > version);
        assertTrue(isAt(before, now));
    }

    /** The address of a copy of the first page's image, on any but this server. */
    private String copyOfImage(String but) {
        AtomicReference<String> address = new AtomicReference<>(but);
        Pattern form = Pattern.compile("\"(http://" + Pattern.quote(http(1)) + "/~migrate/[^\"]*" + IMAGE + ")\"");
        Eventually.within(LONG, "a page leads to the other server", () -> {
            if (but.isEmpty()) {
                crawl(0); // what nobody asks for stays at home
            }
            Matcher link = form.matcher(page(0));
            if (link.find()) {
                address.set(link.group(1));
            }
            return !address.get().equals(but);
        });
        if (but.isEmpty()) {
            Eventually.within(LONG, "which has a copy", () -> isAt(address.get(), image()) && held(1).contains(IMAGE));
        }
        return address.get();
    }

    private byte[] image() {
        try {
            return Files.readAllBytes(site.resolve(IMAGE.substring(1)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] change() throws IOException {
        byte[] now = "another image".repeat(200).getBytes(StandardCharsets.UTF_8);
        Files.write(site.resolve(IMAGE.substring(1)), now);
        return now;
    }

    private static HttpResponse<byte[]> fetch(String address) {
        URI uri = URI.create(address);
        try {
            return TestSite.get(uri.getAuthority(), uri.getRawPath());
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Returns true if a copy is sent, and is this. */
    private static boolean isAt(String address, byte[] expected) {
        HttpResponse<byte[]> answer = fetch(address);
        return answer.statusCode() == 200 && Arrays.equals(expected, answer.body());
    }
}
