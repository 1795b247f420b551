package io.gosling.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.Gosling;
import io.gosling.replication.graph.PageLinks;
import io.gosling.testing.Eventually;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real sites on a group of four processes that hold copies for each other: a link checker and a browser find what the plain
 * site has, whichever server they come to, and when one of the others is killed meanwhile. {@code gosling.crawl.pages} and
 * {@code gosling.crawl.shown} say how many pages each of the two looks at, {@code gosling.crawl.site} names one of the two;
 * figures go to {@code target/crawl}.
 */
class A5_AGroupIsThePlainSiteIT {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final int FEW_PAGES = 24;
    private static final int PAGES = Integer.getInteger("gosling.crawl.pages", FEW_PAGES);
    private static final int SHOWN = Integer.getInteger("gosling.crawl.shown", 12);
    private static final double TENTH = 0.1;

    /** Of fewer parts a tenth is too few to tell chance from a fault. */
    private static final int ENOUGH_PARTS = 100;

    private static final List<String> SERVERS = List.of("n1", "n2", "n3", "n4");

    @TempDir
    private Path folder = Path.of(".");

    private final StringBuilder figures = new StringBuilder();

    static List<DebianSite> sites() {
        String only = System.getProperty("gosling.crawl.site", "");
        return Stream.of(DebianSite.SQLITE, DebianSite.HANDBOOK)
                .filter(site -> only.isEmpty() || site.packageName().equals(only))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("sites")
    void whicheverServerIsAskedTheSiteIsThePlainOneEvenWhenAnotherIsKilled(DebianSite site) throws Exception {
        Path directory = part(site.directory());
        Path settings = Files.writeString(
                folder.resolve("node.yaml"),
                "replication:\n  idle: 0\n  round: 500ms\n  per-round: 1000\n  heavy: 10\n");
        try (Gosling plain = Gosling.serve(directory);
                RealCluster cluster = RealCluster.up(
                        directory.toString(),
                        "--replication",
                        "--nodes",
                        Integer.toString(SERVERS.size()),
                        "--memory",
                        "16m",
                        "--node-config",
                        settings.toString());
                HttpClient client = GroupWalk.client()) {
            for (String server : SERVERS) {
                Eventually.within(LONG, server + " hears all others", () -> cluster.hears(server, SERVERS.size() - 1));
            }
            Walks walks =
                    new Walks(client, plain, cluster, SiteFiles.under(directory), starts(directory), new HashMap<>());
            GroupWalk.Found due = walks.walkPlain();
            note(site, "plain", due.toString());
            assertEquals(List.of(), due.wrong);
            for (String server : SERVERS) {
                GroupWalk.Found found = walks.throughUntilAllAnswer(server);
                note(site, "through " + server, found.toString());
                isPlain(due, found);
                assertEquals(0, found.reloads, found::toString);
            }
            if (Chromium.isInstalled()) {
                try (Chromium browser = Chromium.start(
                        Files.createTempDirectory(Path.of("target").toAbsolutePath(), "chromium"))) {
                    new Visitor(browser, walks, site).visit(some(due.pages));
                }
            }
            GroupWalk.Found despite = walks.through("n1", killing(cluster, "n3"), again(cluster, "n1", "n3"));
            note(site, "n3 killed", despite.toString());
            isPlain(due, despite);
        }
        assumeTrue(Chromium.isInstalled(), "all but the browser's part, since there is no chromium here");
    }

    /** Of a large site's translations one is enough where not everything is asked for. */
    private static Path part(Path directory) {
        Path english = directory.resolve("en-US");
        return PAGES <= FEW_PAGES && Files.isDirectory(english) ? english : directory;
    }

    /** The first page, or that of each of several books. */
    private static List<String> starts(Path directory) throws IOException {
        if (Files.exists(directory.resolve("index.html"))) {
            return List.of("/");
        }
        try (Stream<Path> inside = Files.list(directory)) {
            return inside.filter(book -> Files.exists(book.resolve("index.html")))
                    .map(book -> "/" + book.getFileName() + "/")
                    .sorted()
                    .toList();
        }
    }

    private static void isPlain(GroupWalk.Found due, GroupWalk.Found found) {
        assertEquals(List.of(), found.wrong, found::toString);
        assertEquals(List.of(), found.unanswered, found::toString);
        assertEquals(due.files, found.files);
        assertEquals(due.broken, found.broken);
    }

    /** Kills a server when some pages have been seen. */
    private static IntConsumer killing(RealCluster cluster, String victim) {
        AtomicBoolean alive = new AtomicBoolean(true);
        return page -> {
            if (page >= FEW_PAGES / 4 && alive.getAndSet(false)) {
                kill(cluster, victim);
            }
        };
    }

    private static void kill(RealCluster cluster, String victim) {
        ProcessHandle process = cluster.nodes().get(victim);
        if (process == null || !process.destroyForcibly()) {
            throw new AssertionError(victim + " could not be killed");
        }
    }

    /** A visitor who loads a page again has seen that it is not whole: by then no new page leads to who is not there. */
    private static Runnable again(RealCluster cluster, String server, String victim) {
        return () -> Eventually.within(
                LONG,
                victim + " is in no new page or is back",
                () -> cluster.isSilent(server, victim)
                        || (cluster.nodes().containsKey(victim) && cluster.answers(victim)));
    }

    private void note(DebianSite site, String what, String figure) throws IOException {
        figures.append(what).append(": ").append(figure).append('\n');
        Path notes = Files.createDirectories(Path.of("target", "crawl"));
        Files.writeString(notes.resolve(site.packageName() + ".txt"), figures);
    }

    /** Pages from everywhere in the order in which they were found, the first one among them. */
    private static List<String> some(Set<String> pages) {
        List<String> all = List.copyOf(pages);
        int count = Math.min(SHOWN, all.size());
        List<String> some = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            some.add(all.get((int) ((long) i * all.size() / count)));
        }
        return some;
    }

    /** Walks over the plain site and over the group. */
    private record Walks(
            HttpClient client,
            Gosling plain,
            RealCluster cluster,
            SiteFiles files,
            List<String> starts,
            Map<Path, PageLinks> known) {
        GroupAddresses plainAddresses() {
            return new GroupAddresses(Set.of(plainServer()));
        }

        GroupAddresses group() {
            return new GroupAddresses(SERVERS.stream()
                    .map(server -> cluster.http(server).getAuthority())
                    .collect(Collectors.toSet()));
        }

        String plainServer() {
            return plain.url("/").getAuthority();
        }

        GroupWalk.Found walkPlain() throws IOException, InterruptedException {
            return new GroupWalk(client, plainAddresses(), files, known, PAGES, page -> {}, () -> {})
                    .from(plainServer(), starts);
        }

        GroupWalk.Found through(String server, IntConsumer eachPage, Runnable beforeReload)
                throws IOException, InterruptedException {
            return new GroupWalk(client, group(), files, known, PAGES, eachPage, beforeReload)
                    .from(cluster.http(server).getAuthority(), starts);
        }

        /** Walks until pages lead everywhere: what is asked for often is given away then. */
        GroupWalk.Found throughUntilAllAnswer(String server) {
            AtomicReference<GroupWalk.Found> last = new AtomicReference<>(new GroupWalk.Found());
            Eventually.within(LONG, "each server answers a tenth of what " + server + " leads to", () -> {
                try {
                    last.set(through(server, page -> {}, () -> {}));
                } catch (IOException | InterruptedException e) {
                    throw new AssertionError(e);
                }
                return last.get().leastShare(group().authorities()) >= TENTH;
            });
            return last.get();
        }
    }

    /** Someone with a browser, who compares every page with the plain site's. */
    private final class Visitor {
        private final Chromium browser;
        private final Walks walks;
        private final DebianSite site;
        private final Map<String, Integer> answered = new TreeMap<>();

        Visitor(Chromium browser, Walks walks, DebianSite site) {
            this.browser = browser;
            this.walks = walks;
            this.site = site;
        }

        /** What a page is, wherever its parts come from. */
        private record Seen(Set<String> images, Set<String> parts, Set<String> errors) {
            static Seen of(Chromium.Shown shown, GroupAddresses addresses) {
                return new Seen(
                        shown.images().stream().map(addresses::plain).collect(Collectors.toCollection(TreeSet::new)),
                        shown.parts().stream()
                                .map(part -> part.status() + " " + addresses.plain(part.url()))
                                .collect(Collectors.toCollection(TreeSet::new)),
                        shown.errors().stream()
                                .map(addresses::plainText)
                                .collect(Collectors.toCollection(TreeSet::new)));
            }
        }

        /** Through each server in turn; in the second half one of them is killed, and only the first is asked. */
        void visit(List<String> pages) throws Exception {
            int reloads = 0;
            int images = 0;
            int errors = 0;
            long began = System.nanoTime();
            for (int i = 0; i < pages.size(); i++) {
                String page = pages.get(i);
                Seen due = Seen.of(browser.show("http://" + walks.plainServer() + page), walks.plainAddresses());
                images += due.images().size();
                errors += due.errors().size();
                boolean dying = i >= pages.size() / 2;
                if (i == pages.size() / 2) {
                    kill(walks.cluster(), "n4");
                }
                Seen seen = see(dying ? "n1" : SERVERS.get(i % SERVERS.size()), page, !dying);
                if (dying && !seen.equals(due)) {
                    again(walks.cluster(), "n1", "n4").run();
                    reloads++;
                    seen = see("n1", page, false);
                }
                assertEquals(due, seen, page);
            }
            note(
                    site,
                    "browser",
                    String.format(
                            Locale.ROOT,
                            "%d pages, %d images, %d errors as on the plain site, parts by server %s, %d reloads, %.0f"
                                    + " s",
                            pages.size(),
                            images,
                            errors,
                            answered,
                            reloads,
                            (System.nanoTime() - began) / 1e9));
            int parts = answered.values().stream().mapToInt(count -> count).sum();
            assertFalse(answered.isEmpty());
            if (parts >= ENOUGH_PARTS) {
                for (String server : walks.group().authorities()) {
                    assertTrue(answered.getOrDefault(server, 0) >= TENTH * parts, answered::toString);
                }
            }
        }

        private Seen see(String server, String page, boolean counted) throws InterruptedException {
            GroupAddresses group = walks.group();
            Chromium.Shown shown =
                    browser.show("http://" + walks.cluster().http(server).getAuthority() + page);
            if (counted) {
                shown.parts()
                        .forEach(part ->
                                group.server(part.url()).ifPresent(name -> answered.merge(name, 1, Integer::sum)));
            }
            return Seen.of(shown, group);
        }
    }
}
