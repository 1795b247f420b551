package io.gosling.bench.crawl;

import io.gosling.bench.crawl.PageCheck.CheckedPage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;

/**
 * Walks a site breadth first. One thread owns the frontier and all counts; the visits run on virtual threads, at most
 * {@code connections} at a time, and hand their results back through a queue.
 */
final class SiteCrawl {
    private final PageCheck pages;
    private final int connections;
    /** Every target found, with the page that led to it first. */
    private final Map<String, String> referrers = new LinkedHashMap<>();

    SiteCrawl(CrawlClient fetcher, Optional<ExpectedResponses> files, int connections) {
        this.pages = new PageCheck(fetcher, files);
        this.connections = connections;
    }

    CrawlPassCounts follow(String start, LongSupplier nanoClock) throws InterruptedException {
        referrers.put(start, "");
        return walk(List.of(start), true, nanoClock);
    }

    /**
     * Asks once more for everything that was found, shuffled: in the same order a front-end that takes turns would send
     * every request to the node that had it before, or never.
     */
    CrawlPassCounts again(Random order, LongSupplier nanoClock) throws InterruptedException {
        List<String> targets = new ArrayList<>(referrers.keySet());
        Collections.shuffle(targets, order);
        return walk(targets, false, nanoClock);
    }

    private CrawlPassCounts walk(Collection<String> from, boolean following, LongSupplier nanoClock)
            throws InterruptedException {
        Deque<String> frontier = new ArrayDeque<>(from);
        BlockingQueue<CheckedPage> visited = new LinkedBlockingQueue<>();
        CrawlPassCounts pass = new CrawlPassCounts(referrers);
        long began = nanoClock.getAsLong();
        try (ExecutorService visits = Executors.newVirtualThreadPerTaskExecutor()) {
            int underWay = 0;
            while (underWay > 0 || !frontier.isEmpty()) {
                for (; underWay < connections && !frontier.isEmpty(); underWay++) {
                    String target = frontier.remove();
                    visits.execute(() -> visit(target, following, visited));
                }
                CheckedPage visit = visited.take();
                underWay--;
                pass.add(visit);
                for (String target : visit.leadsTo()) {
                    if (referrers.putIfAbsent(target, visit.target()) == null) {
                        frontier.add(target);
                    }
                }
            }
        }
        pass.seconds = (nanoClock.getAsLong() - began) / 1e9;
        return pass;
    }

    private void visit(String target, boolean following, BlockingQueue<CheckedPage> visited) {
        CheckedPage visit;
        try {
            visit = pages.check(target, following);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            visit = failed(target, "interrupted");
        } catch (RuntimeException | Error e) {
            // Always: the owner of the frontier counts on one result for each visit.
            visit = failed(target, e.toString());
        }
        visited.add(visit);
    }

    private static CheckedPage failed(String target, String reason) {
        return new CheckedPage(target, new FetchResult.Failed(false, reason), Optional.empty(), List.of());
    }
}
