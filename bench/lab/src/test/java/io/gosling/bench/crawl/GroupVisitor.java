package io.gosling.bench.crawl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A client with a browser, which compares every page with the plain site's. Used by one thread. */
final class GroupVisitor {
    /** Of fewer parts a tenth is too few to tell chance from a fault. */
    private static final int ENOUGH_PARTS = 100;

    private final Chromium browser;
    private final String plain;
    private final List<String> servers;
    private final Runnable kill;
    private final Runnable beforeReload;
    private final GroupAddresses group;
    private final GroupAddresses alone;
    private final Map<String, Integer> answered = new TreeMap<>();

    /** @param faults what the plain site does not have */
    record Visited(GroupCrawl.Row row, List<String> faults) {}

    /** The content of a page, independent of the servers that its parts come from. */
    private record Seen(Set<String> images, Set<String> parts, Set<String> errors) {
        static Seen of(Chromium.Shown shown, GroupAddresses addresses) {
            return new Seen(
                    shown.images().stream().map(addresses::plain).collect(Collectors.toCollection(TreeSet::new)),
                    shown.parts().stream()
                            .map(part -> part.status() + " " + addresses.plain(part.url()))
                            .collect(Collectors.toCollection(TreeSet::new)),
                    shown.errors().stream().map(addresses::plainText).collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    /**
     * @param plain the plain site's server, and those of the replica set, as {@code 127.0.0.1:8080}
     * @param kill ends the last of them
     * @param beforeReload waits before a page of the first server is loaded again
     */
    GroupVisitor(Chromium browser, String plain, List<String> servers, Runnable kill, Runnable beforeReload) {
        this.browser = browser;
        this.plain = plain;
        this.servers = servers;
        this.kill = kill;
        this.beforeReload = beforeReload;
        this.group = new GroupAddresses(Set.copyOf(servers));
        this.alone = new GroupAddresses(Set.of(plain));
    }

    /**
     * Visits the pages through each server in turn; in the second half the last server is killed, and only the first is
     * used.
     */
    Visited visit(List<String> pages) throws InterruptedException {
        List<String> faults = new ArrayList<>();
        int reloads = 0;
        Set<String> images = new TreeSet<>();
        Set<String> broken = new TreeSet<>();
        long began = System.nanoTime();
        for (int i = 0; i < pages.size(); i++) {
            String page = pages.get(i);
            Seen due = Seen.of(browser.show("http://" + plain + page), alone);
            images.addAll(due.images());
            broken.addAll(due.errors());
            boolean dying = i >= pages.size() / 2;
            if (i == pages.size() / 2) {
                kill.run();
            }
            Seen seen = see(dying ? servers.getFirst() : servers.get(i % servers.size()), page, !dying);
            if (dying && !seen.equals(due)) {
                beforeReload.run();
                reloads++;
                seen = see(servers.getFirst(), page, false);
            }
            if (!seen.equals(due)) {
                faults.add(page + ": " + seen + "; the plain site has " + due);
            }
        }
        int parts = answered.values().stream().mapToInt(count -> count).sum();
        double least = servers.stream()
                        .mapToInt(server -> answered.getOrDefault(server, 0))
                        .min()
                        .orElse(0)
                / (double) Math.max(1, parts);
        if (parts >= ENOUGH_PARTS && least < GroupCrawl.LEAST_PART) {
            faults.add("a server answers less than a tenth of what pages show: " + answered);
        }
        return new Visited(
                new GroupCrawl.Row(
                        "browser, " + servers.size() + " servers, then one fewer",
                        pages.size(),
                        images.size(),
                        broken.size(),
                        parts,
                        parts < ENOUGH_PARTS ? -1 : least,
                        reloads,
                        (System.nanoTime() - began) / 1e9),
                faults);
    }

    private Seen see(String server, String page, boolean counted) throws InterruptedException {
        Chromium.Shown shown = browser.show("http://" + server + page);
        if (counted) {
            shown.parts()
                    .forEach(part -> group.server(part.url()).ifPresent(name -> answered.merge(name, 1, Integer::sum)));
        }
        return Seen.of(shown, group);
    }
}
