package io.gosling.bench.crawl;

import io.gosling.Gosling;
import io.gosling.bench.cluster.ReplicaSetProcesses;
import io.gosling.common.JsonWriter;
import io.gosling.replication.graph.PageLinks;
import io.gosling.tools.cluster.KeepAliveConnection;
import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Crawls a site on a replica set and on one plain server: a link checker and a browser find what the plain site has,
 * whichever server they start at, also when one of the others is killed meanwhile. Used by one thread.
 */
final class GroupCrawl {
    private static final List<String> SETTINGS = List.of("idle: 0", "round: 500ms", "per-round: 1000", "heavy: 10");

    /** The least share of the parts of pages that each server is to serve. */
    static final double LEAST_PART = 0.1;

    /** Parts for each server of which a tenth is enough to tell chance from a fault. */
    private static final int ENOUGH_PARTS = 10;

    /** The time for which walks are repeated until links lead to all servers, which takes some rounds of measuring. */
    private static final Duration MIGRATION_WAIT = Duration.ofSeconds(60);

    private static final int KILLED_AFTER = 6;
    private static final int SAID = 10;

    private final Wishes wishes;
    private final Consumer<String> told;
    private final List<Row> rows = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();

    /**
     * The parameters of a crawl.
     *
     * @param servers three at least, since two are killed
     * @param pages of the link checker, at most
     * @param shown by the browser, at most, from everywhere in the site; 0 for no browser
     * @param environment of the servers, besides their own
     */
    record Wishes(Path site, int servers, int pages, int shown, Map<String, String> environment) {}

    /**
     * The results of one walk over the site.
     *
     * @param parts what pages show, as often as it was fetched
     * @param least the smallest part of that which a server answered; negative where there are too few to say
     * @param again pages that were asked for once more
     */
    record Row(String what, int pages, int files, int broken, int parts, double least, int again, double seconds) {
        static final String HEAD = """
            | | pages | files | broken | parts of pages | least part of a server | asked again | s |
            |---|---:|---:|---:|---:|---:|---:|---:|
            """;

        Map<String, Object> json() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("walk", what);
            fields.put("pages", pages);
            fields.put("files", files);
            fields.put("broken", broken);
            fields.put("parts", parts);
            if (least >= 0) {
                fields.put("leastPart", least);
            }
            fields.put("askedAgain", again);
            fields.put("seconds", seconds);
            return fields;
        }

        String markdown() {
            return String.format(
                    Locale.ROOT,
                    "| %s | %d | %d | %d | %d | %s | %d | %.0f |\n",
                    what,
                    pages,
                    files,
                    broken,
                    parts,
                    least < 0 ? "" : String.format(Locale.ROOT, "%.0f %%", 100 * least),
                    again,
                    seconds);
        }
    }

    /** @param faults what the plain site does not have; empty if there are none */
    record Outcome(List<Row> rows, List<String> faults) {
        String json() {
            return JsonWriter.write(Map.of("walks", rows.stream().map(Row::json).toList(), "wrong", faults)) + "\n";
        }

        String markdown() {
            return rows.stream().map(Row::markdown).collect(Collectors.joining("", Row.HEAD, ""))
                    + faults.stream().map(fault -> "wrong: " + fault + "\n").collect(Collectors.joining());
        }
    }

    /** @param told called with each row when it is known */
    GroupCrawl(Wishes wishes, Consumer<String> told) {
        this.wishes = wishes;
        this.told = told;
    }

    Outcome run(ProcessWorkspace place) throws IOException, InterruptedException {
        try (Gosling plain = Gosling.serve(wishes.site());
                ReplicaSetProcesses group = ReplicaSetProcesses.start(place, wishes.site(), shapes(), SETTINGS);
                HttpClient client = GroupWalk.client()) {
            Walks walks = new Walks(
                    client,
                    plain.url("/").getAuthority(),
                    group.members(),
                    ExpectedResponses.under(wishes.site()),
                    starts(wishes.site()),
                    wishes.pages(),
                    new HashMap<>());
            GroupWalk.Found due = timed("plain", Set.of(), walks::plain);
            due.wrong.forEach(wrong -> faults.add("plain: " + wrong));
            for (NodeProcesses.Member server : group.members()) {
                throughUntilAllAnswer(walks, due, server);
            }
            browse(place, walks, List.copyOf(due.pages));
            walks.untilTheDeadAreSilent();
            NodeProcesses.Member victim = group.members().get(1);
            String what = "through " + group.members().getFirst().name() + ", " + victim.name() + " killed";
            IntConsumer killing = killing(place, victim, Math.min(KILLED_AFTER, due.pages.size() / 2));
            compare(
                    what,
                    due,
                    timed(
                            what,
                            Set.of(),
                            () -> walks.through(group.members().getFirst(), killing, walks::untilTheDeadAreSilent)));
        }
        return new Outcome(List.copyOf(rows), List.copyOf(faults));
    }

    private List<NodeProcesses.Shape> shapes() {
        NodeProcesses.Shape shape = new NodeProcesses.Shape("256m", "16m", List.of(), List.of(), wishes.environment());
        return Collections.nCopies(wishes.servers(), shape);
    }

    /** The first page, or that of each of several books. */
    private static List<String> starts(Path site) throws IOException {
        if (Files.exists(site.resolve("index.html"))) {
            return List.of("/");
        }
        try (Stream<Path> inside = Files.list(site)) {
            return inside.filter(book -> Files.exists(book.resolve("index.html")))
                    .map(book -> "/" + book.getFileName() + "/")
                    .sorted()
                    .toList();
        }
    }

    /** A walk over a site. */
    private interface Walk {
        GroupWalk.Found go() throws IOException, InterruptedException;
    }

    /** @param of the servers whose least part is reported; empty if it is not needed */
    private GroupWalk.Found timed(String what, Set<String> of, Walk walk) throws IOException, InterruptedException {
        long began = System.nanoTime();
        GroupWalk.Found found = walk.go();
        int parts = parts(found);
        add(new Row(
                what,
                found.pages.size(),
                found.files.size(),
                found.broken.size(),
                parts,
                of.isEmpty() || parts < ENOUGH_PARTS * of.size() ? -1 : found.leastShare(of),
                found.reloads,
                (System.nanoTime() - began) / 1e9));
        return found;
    }

    private static int parts(GroupWalk.Found found) {
        return found.servers.values().stream().mapToInt(count -> count).sum();
    }

    private void add(Row row) {
        rows.add(row);
        told.accept(row.markdown().strip());
    }

    /**
     * Walks through a server until every server of the replica set serves enough of the parts of pages: documents that
     * are requested often are migrated.
     */
    private void throughUntilAllAnswer(Walks walks, GroupWalk.Found due, NodeProcesses.Member server)
            throws IOException, InterruptedException {
        String what = "through " + server.name();
        Set<String> all = walks.group().authorities();
        long start = System.nanoTime();
        for (int walk = 1; ; walk++) {
            GroupWalk.Found found = timed(what, all, () -> walks.through(server, page -> {}, () -> {}));
            boolean few = parts(found) < ENOUGH_PARTS * all.size();
            if (few || found.leastShare(all) >= LEAST_PART || System.nanoTime() - start > MIGRATION_WAIT.toNanos()) {
                compare(what, due, found);
                if (found.reloads > 0) {
                    faults.add(what + ": " + found.reloads + " pages had a link that nobody answered");
                }
                if (!few && found.leastShare(all) < LEAST_PART) {
                    faults.add(what + ": after " + walk
                            + " walks a server answers less than a tenth of what pages show: " + found.servers);
                }
                return;
            }
            // The results of the walks before the last one are not needed.
            rows.removeLast();
        }
    }

    private void compare(String what, GroupWalk.Found due, GroupWalk.Found found) {
        said(what, found.wrong);
        said(what + ": no answer", found.unanswered);
        said(what + ": not found", missing(due.files, found.files));
        said(what + ": broken here alone", missing(found.broken, due.broken));
        said(what + ": broken on the plain site alone", missing(due.broken, found.broken));
    }

    private static List<String> missing(Set<?> due, Set<?> found) {
        return due.stream()
                .filter(one -> !found.contains(one))
                .map(String::valueOf)
                .toList();
    }

    private void said(String what, List<String> wrong) {
        wrong.stream().limit(SAID).forEach(one -> faults.add(what + ": " + one));
        if (wrong.size() > SAID) {
            faults.add(what + ": and " + (wrong.size() - SAID) + " more");
        }
    }

    /** Kills a server when so many pages have been seen. */
    private static IntConsumer killing(ProcessWorkspace place, NodeProcesses.Member victim, int after) {
        return page -> {
            if (page == after) {
                place.kill(List.of(victim.process()));
            }
        };
    }

    private void browse(ProcessWorkspace place, Walks walks, List<String> pages)
            throws IOException, InterruptedException {
        if (wishes.shown() == 0) {
            return;
        }
        if (!Chromium.isInstalled()) {
            faults.add("browser: there is no chromium here; install it, or set shown to 0");
            return;
        }
        NodeProcesses.Member victim = walks.servers().getLast();
        try (Chromium browser = Chromium.start(place)) {
            GroupVisitor visitor = new GroupVisitor(
                    browser,
                    walks.plainServer(),
                    walks.servers().stream()
                            .map(server -> GroupAddresses.authority(server.http()))
                            .toList(),
                    () -> place.kill(List.of(victim.process())),
                    walks::untilTheDeadAreSilent);
            GroupVisitor.Visited visited = visitor.visit(some(pages, wishes.shown()));
            add(visited.row());
            said("browser", visited.faults());
        }
    }

    /** From everywhere in the order in which they were found, the first one among them. */
    static List<String> some(List<String> all, int most) {
        int count = Math.min(most, all.size());
        List<String> some = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            some.add(all.get((int) ((long) i * all.size() / count)));
        }
        return some;
    }

    /** The walks over the plain site and over the replica set. */
    private record Walks(
            HttpClient client,
            String plainServer,
            List<NodeProcesses.Member> servers,
            ExpectedResponses files,
            List<String> starts,
            int pages,
            Map<Path, PageLinks> known) {
        GroupAddresses group() {
            return GroupAddresses.of(servers);
        }

        /**
         * Waits until the first server knows which server is dead: a client that reloads a page has noticed that it is
         * incomplete.
         */
        void untilTheDeadAreSilent() {
            for (NodeProcesses.Member server : servers) {
                if (!server.process().isAlive()) {
                    String name = GroupAddresses.authority(server.http());
                    Waiting.until(
                            name + " is in no new page",
                            () -> status().contains("\"name\":\"" + name + "\",\"state\":\"silent\""));
                }
            }
        }

        private String status() throws IOException {
            try (KeepAliveConnection admin =
                    KeepAliveConnection.open(servers.getFirst().admin())) {
                return admin.admin("GET", "/status");
            }
        }

        GroupWalk.Found plain() throws IOException, InterruptedException {
            GroupAddresses alone = new GroupAddresses(Set.of(plainServer));
            return new GroupWalk(client, alone, files, known, pages, page -> {}, () -> {}).from(plainServer, starts);
        }

        GroupWalk.Found through(NodeProcesses.Member server, IntConsumer eachPage, Runnable beforeReload)
                throws IOException, InterruptedException {
            return new GroupWalk(client, group(), files, known, pages, eachPage, beforeReload)
                    .from(GroupAddresses.authority(server.http()), starts);
        }
    }
}
