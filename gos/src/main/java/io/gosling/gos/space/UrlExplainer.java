package io.gosling.gos.space;

import io.gosling.caching.RequestCacheDirectives;
import io.gosling.caching.StoredResponseHead;
import io.gosling.caching.StoringReasons;
import io.gosling.caching.VariantKeyBuilder;
import io.gosling.document.Ticker;
import io.gosling.gos.memory.DecisionLog;
import io.gosling.gos.memory.InMemoryObject;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.memory.StoredResponse;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.objecttable.LocalCountReport.Holding;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.space.UrlExplanation.Variant;
import io.gosling.http.Headers;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Explains how this node would answer a GET: from the copies in memory, judged as for a request, what the entry owner
 * answers, and the decisions that are remembered. Counts and changes nothing, and asks no origin. Safe for use by many
 * threads, which block as long as entry owners take: none is asked after {@value #ASKING_MILLIS} ms.
 */
record UrlExplainer(NodeObjectMemory memory, ClusterAccess cluster, long fileNanos, Ticker ticker) {
    private static final double NANOS = 1e9;
    private static final int MOST_DECISIONS = 8;
    private static final int MOST_OBJECTS = 50;

    /** Less than the 2 s in which the member that passes a question on expects the answer. */
    private static final long ASKING_MILLIS = 1000;

    private static final String ABSENT = "absent";
    private static final String OTHER_VARIANT = "other-variant";
    private static final List<String> SHOWN = List.of(
            "Cache-Control", "CDN-Cache-Control", "Surrogate-Control", "Expires", "Vary", "ETag", "Last-Modified");

    UrlExplanation explain(List<PurgeTarget> targets, Headers request) {
        memory.hot().freePurged();
        long now = ticker.nanos();
        Set<String> keys = new LinkedHashSet<>();
        for (PurgeTarget target : targets) {
            if (target instanceof PurgeTarget.Key one) {
                keys.add(one.key());
            }
        }
        keys.addAll(memory.hot().keys(targets));
        keys.removeIf(ResponseMemory::isSlice);
        List<Variant> all = keys.stream()
                .limit(MOST_OBJECTS)
                .map(key -> variant(key, request, now))
                .toList();
        List<Variant> known = all.stream()
                .filter(one -> !one.use().equals(ABSENT)
                        || one.lac() > 0
                        || !one.holders().isEmpty())
                .toList();
        List<String> decisions = memory
                .hot()
                .decisions()
                .of(key -> targets.stream().anyMatch(target -> target.covers(PurgeTarget.base(key), Set.of())))
                .stream()
                .limit(MOST_DECISIONS)
                .map(decision -> seconds((now - decision.nanos()) / NANOS) + " ago: " + decision.what()
                        + decision.detail() + StoringReasons.ofCacheStatus(decision.detail()))
                .toList();
        int more = Math.max(0, keys.size() - MOST_OBJECTS);
        return explain(known.isEmpty() ? all.stream().limit(1).toList() : known, more, decisions);
    }

    private Variant variant(String key, Headers request, long now) {
        if (!key.startsWith("/")) {
            try (StoredResponse copy = memory.replies().take(key)) {
                StoredResponseHead reply = copy == null ? null : copy.reply();
                return copy == null || reply == null
                        ? variant(key, ABSENT, 0, 0, Map.of(), now)
                        : variant(
                                key,
                                use(copy, key, request, now),
                                reply.age(now).toMillis() / 1e3,
                                reply.freshFor(now).toMillis() / 1e3,
                                shown(reply.fields()),
                                now);
            }
        }
        InMemoryObject file = memory.hot().take(key);
        if (file == null) {
            return variant(key, ABSENT, 0, 0, Map.of(), now);
        }
        long age = file.uncheckedNanos(now);
        String use = memory.hot().isFresh(file) ? "serve" : "validate-stale";
        file.document().release();
        return variant(key, use, age / NANOS, (fileNanos - age) / NANOS, Map.of(), now);
    }

    private static String use(StoredResponse copy, String key, Headers request, long now) {
        String variant = VariantKeyBuilder.of(copy.reply().fields(), request);
        String base = PurgeTarget.base(key);
        return key.equals(variant.isEmpty() ? base : ResponseMemory.key(base, variant))
                ? label(copy.judge(RequestCacheDirectives.of(request), now))
                : OTHER_VARIANT;
    }

    private static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Map<String, @Nullable Object> shown(Headers fields) {
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        SHOWN.stream().filter(fields::contains).forEach(name -> shown.put(name, fields.joined(name)));
        return shown;
    }

    /** Asks the entry owner, with a report that counts nothing and makes no entry. */
    private Variant variant(
            String key, String use, double age, double fresh, Map<String, @Nullable Object> headers, long since) {
        LocalObjectEntry entry = memory.localObjects().find(key);
        Ageing epoch = memory.epoch().now();
        boolean asks = cluster.table().isShared() && ticker.nanos() - since < ASKING_MILLIS * 1_000_000;
        EntrySummary row =
                asks ? cluster.table().locate(new LocalCountReport(key, 0, 0, 0, 0, 0, Holding.UNSEEN), epoch) : null;
        List<Integer> holders = row != null ? row.holders() : entry != null ? entry.holders() : List.of();
        double agac =
                Math.max(row == null ? 0 : epoch.aged(row.agac(), row.epoch()), entry == null ? 0 : entry.agac(epoch));
        return new Variant(
                key,
                use,
                memory.hot().bytesOf(key),
                age,
                fresh,
                headers,
                entry == null ? 0 : entry.accesses(),
                agac,
                cluster.table().ownerOf(key),
                cluster.names(holders));
    }

    private UrlExplanation explain(List<Variant> variants, int more, List<String> decisions) {
        for (Variant one : variants) {
            if (!one.use().equals(ABSENT) && !one.use().equals(OTHER_VARIANT)) {
                return new UrlExplanation(answer(one.use()), because(one), variants, more, decisions);
            }
        }
        String latest = decisions.isEmpty()
                ? "not requested at this node, or before its last " + DecisionLog.MOST + " decisions"
                : decisions.getFirst();
        List<String> elsewhere = variants.stream()
                .flatMap(one -> one.holders().stream())
                .filter(name -> !name.equals(cluster.book().self().name()))
                .distinct()
                .toList();
        if (!elsewhere.isEmpty()) {
            String because = "in the memory of " + String.join(", ", elsewhere) + "; here: " + latest;
            return new UrlExplanation("other-node", because, variants, more, decisions);
        }
        boolean varies = variants.stream().anyMatch(one -> one.use().equals(OTHER_VARIANT));
        String because =
                varies ? "none stored was selected by the same headers: see Vary (RFC 9111, section 4.1)" : latest;
        return new UrlExplanation("miss", because, variants, more, decisions);
    }

    private static String answer(String use) {
        return switch (use) {
            case "serve" -> "hit";
            case "serve-and-validate" -> "stale-hit";
            case "not-for-this" -> "miss";
            default -> "revalidation";
        };
    }

    private String because(Variant one) {
        String stale = "stale for " + seconds(-one.freshSeconds());
        boolean fresh = one.freshSeconds() > 0;
        return switch (one.use()) {
            case "serve" ->
                fresh ? "fresh for " + seconds(one.freshSeconds()) : stale + ", as max-stale of the request allows";
            case "serve-and-validate" -> stale + ", within stale-while-revalidate (RFC 5861, section 3)";
            case "validate-as-asked" -> "the request wants it validated (RFC 9111, section 5.2.1)";
            case "not-for-this" -> "the request has credentials, the response is not for all (RFC 9111, section 3.5)";
            default ->
                !memory.hot().mayServe()
                        ? "this node has no lease, so that it may have missed a purge"
                        : one.key().startsWith("/")
                                ? "not compared with its file for " + seconds(one.ageSeconds())
                                : fresh
                                        ? "fresh, but no-cache (RFC 9111, section 5.2.2.4) or a purge may be missing"
                                        : stale + " (RFC 9111, section 4.3)";
        };
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
    }
}
