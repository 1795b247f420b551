package io.gosling.bench.crawl;

import io.gosling.bench.crawl.FetchResult.Answered;
import io.gosling.bench.crawl.FetchResult.Failed;
import io.gosling.bench.crawl.PageCheck.CheckedPage;
import io.gosling.structured.StructuredFieldParser;
import io.gosling.structured.StructuredMember;
import io.gosling.tools.load.CacheStatusClassifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The counts of one pass over a site. Used by one thread. */
final class CrawlPassCounts {
    private final Map<String, String> referrers;
    final Map<String, Long> byStatus = new TreeMap<>();
    final Map<String, Long> byKind = new TreeMap<>();
    final List<String> differences = new ArrayList<>();
    /** Requests that got no answer at all, or a status from 500 on. */
    final List<String> failures = new ArrayList<>();
    /** Requests whose answer had begun and broke off, as it must when its server is killed. */
    final List<String> cutOff = new ArrayList<>();
    /** Broken links: those answered with any other status from 400 on. */
    final List<String> broken = new ArrayList<>();

    long requests;
    long bytes;
    double seconds;

    CrawlPassCounts(Map<String, String> referrers) {
        this.referrers = referrers;
    }

    void add(CheckedPage visit) {
        requests++;
        switch (visit.fetched()) {
            case Failed failed -> (failed.begun() ? cutOff : failures).add(named(visit) + " " + failed);
            case Answered answer -> add(visit, answer);
        }
        visit.difference().ifPresent(difference -> differences.add(named(visit) + " " + difference));
    }

    private void add(CheckedPage visit, Answered answer) {
        bytes += answer.body().length;
        byStatus.merge(Integer.toString(answer.status()), 1L, Long::sum);
        if (answer.status() == 200) {
            byKind.merge(kind(answer.cacheStatus()), 1L, Long::sum);
        } else if (answer.status() >= 500) {
            failures.add(named(visit) + " status " + answer.status());
        } else if (answer.status() >= 400) {
            broken.add(named(visit) + " status " + answer.status());
        }
    }

    /**
     * The source of an answer, by a Cache-Status header (RFC 9211) as Gosling's nodes write it: {@code hit},
     * {@code peer}, {@code home}, {@code home-disk}, {@code disk}, {@code none}, {@code unreadable}, or another detail.
     * Its members are listed from the origin outwards, so the last one is the node that was asked.
     */
    static String kind(String cacheStatus) {
        List<StructuredMember> caches = StructuredFieldParser.list(List.of(cacheStatus));
        if (caches == null) {
            return "unreadable";
        }
        if (caches.isEmpty()) {
            return "none";
        }
        StructuredMember asked = caches.getLast();
        if (asked.has("hit")) {
            return "hit";
        }
        String detail = CacheStatusClassifier.word(asked, "detail");
        boolean fromMemory = caches.getFirst().has("hit");
        return detail.isEmpty() ? "other" : detail.equals("home") && !fromMemory ? "home-disk" : detail;
    }

    private String named(CheckedPage visit) {
        String from = referrers.getOrDefault(visit.target(), "");
        return from.isEmpty() ? visit.target() : visit.target() + " (linked from " + from + ")";
    }

    boolean clean() {
        return differences.isEmpty() && failures.isEmpty() && cutOff.isEmpty() && byStatus.containsKey("200");
    }
}
