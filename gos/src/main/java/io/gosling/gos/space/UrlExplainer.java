package io.gosling.gos.space;

import io.gosling.caching.RequestCacheDirectives;
import io.gosling.caching.StoredResponseHead;
import io.gosling.caching.StoringReasons;
import io.gosling.caching.VariantKeyBuilder;
import io.gosling.document.Ticker;
import io.gosling.gos.memory.DecisionLog;
import io.gosling.gos.memory.DecisionLog.Decision;
import io.gosling.gos.memory.InMemoryObject;
import io.gosling.gos.memory.LocalObjectCache;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.memory.StoredResponse;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.space.UrlExplanation.Answer;
import io.gosling.gos.space.UrlExplanation.Use;
import io.gosling.gos.space.UrlExplanation.Variant;
import io.gosling.http.Headers;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Explains how this node would answer a GET: from the objects in memory, judged as for a request, the Local Object
 * Table, what the entry owner answers, and the decisions that are remembered. Counts no access, and asks no origin.
 * Safe for use by many threads, which block as long as an entry owner may take.
 */
record UrlExplainer(
        NodeObjectMemory memory,
        ClusterAccess cluster,
        Function<String, @Nullable String> homeOf,
        long fileNanos,
        Ticker ticker) {
    private static final double NANOS = 1e9;
    private static final int MOST_DECISIONS = 8;
    private static final List<String> SHOWN = List.of(
            "Cache-Control", "CDN-Cache-Control", "Surrogate-Control", "Expires", "Vary", "ETag", "Last-Modified");

    UrlExplanation explain(List<PurgeTarget> targets, Headers request) {
        LocalObjectCache hot = memory.hot();
        hot.freePurged();
        long now = ticker.nanos();
        List<Variant> all = keys(targets).stream()
                .filter(key -> !ResponseMemory.isSlice(key))
                .map(key -> variant(key, request, now))
                .toList();
        List<Variant> known =
                all.stream().filter(variant -> !isUnknown(variant)).toList();
        List<Variant> variants = known.isEmpty() ? all.stream().limit(1).toList() : known;
        List<String> decisions = hot
                .decisions()
                .of(key -> targets.stream().anyMatch(target -> target.covers(PurgeTarget.base(key), Set.of())))
                .stream()
                .limit(MOST_DECISIONS)
                .map(decision -> seconds((now - decision.nanos()) / NANOS) + " ago: " + text(decision))
                .toList();
        return explain(variants, decisions);
    }

    /** The keys of the copies here, and those that a copy elsewhere may have. */
    private Collection<String> keys(List<PurgeTarget> targets) {
        Collection<String> keys = new LinkedHashSet<>();
        for (PurgeTarget target : targets) {
            if (target instanceof PurgeTarget.Key one) {
                keys.add(one.key());
            }
        }
        keys.addAll(memory.hot().keys(targets));
        return keys;
    }

    /** The Local Object Table's entry, with what the entry owner knows now: it is asked as for a miss. */
    private LocalObjectEntry located(String key) {
        LocalObjectEntry entry = memory.localObjects().asked(key);
        if (cluster.table().isShared()) {
            Ageing now = memory.epoch().now();
            memory.learn(entry, cluster.table().locate(entry.localCount(), now), now);
        }
        return entry;
    }

    private Variant variant(String key, Headers request, long now) {
        InMemoryObject file = key.startsWith("/") ? memory.hot().take(key) : null;
        if (file != null) {
            long age = file.uncheckedNanos(now);
            Use use = memory.hot().isFresh(file) ? Use.SERVE : Use.VALIDATE_STALE;
            file.document().release();
            return variant(key, use, age / NANOS, (fileNanos - age) / NANOS, Map.of());
        }
        try (StoredResponse copy = key.startsWith("/") ? null : memory.replies().take(key)) {
            if (copy == null) {
                return variant(key, Use.ABSENT, 0, 0, Map.of());
            }
            StoredResponseHead reply = copy.reply();
            double age = reply.age(now).toMillis() / 1e3;
            return variant(
                    key, use(copy, key, request, now), age, reply.freshFor(now).toMillis() / 1e3, shown(reply));
        }
    }

    private static Use use(StoredResponse copy, String key, Headers request, long now) {
        String variant = VariantKeyBuilder.of(copy.reply().fields(), request);
        String base = PurgeTarget.base(key);
        boolean meant = key.equals(variant.isEmpty() ? base : ResponseMemory.key(base, variant));
        return meant
                ? Use.valueOf(
                        copy.judge(RequestCacheDirectives.of(request), now).name())
                : Use.OTHER_VARIANT;
    }

    private static Map<String, @Nullable Object> shown(StoredResponseHead reply) {
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        SHOWN.stream()
                .filter(reply.fields()::contains)
                .forEach(name -> shown.put(name, reply.fields().joined(name)));
        return shown;
    }

    private Variant variant(String key, Use use, double age, double fresh, Map<String, @Nullable Object> headers) {
        LocalObjectEntry entry = located(key);
        Variant variant = new Variant(
                key,
                use,
                memory.hot().bytesOf(key),
                age,
                fresh,
                headers,
                entry.accesses(),
                entry.agac(memory.epoch().now()),
                cluster.table().ownerOf(key),
                homeOf.apply(key),
                cluster.names(entry.holders()));
        if (isUnknown(variant)) {
            memory.localObjects().forget(entry);
        }
        return variant;
    }

    private static boolean isUnknown(Variant variant) {
        return variant.use() == Use.ABSENT
                && variant.lac() == 0
                && variant.holders().isEmpty();
    }

    private UrlExplanation explain(List<Variant> variants, List<String> decisions) {
        boolean unasked = memory.hot().mayServe();
        for (Variant variant : variants) {
            if (variant.use().compareTo(Use.NOT_FOR_THIS) <= 0) {
                return new UrlExplanation(answer(variant), because(variant, unasked), unasked, variants, decisions);
            }
        }
        List<String> elsewhere = variants.stream()
                .flatMap(variant -> variant.holders().stream())
                .filter(name -> !name.equals(cluster.book().self().name()))
                .distinct()
                .toList();
        long others = variants.stream()
                .filter(variant -> variant.use() == Use.OTHER_VARIANT)
                .count();
        String latest = decisions.isEmpty()
                ? "not requested at this node, or before its last " + DecisionLog.MOST + " decisions"
                : decisions.getFirst();
        if (!elsewhere.isEmpty()) {
            String because = "in the memory of " + String.join(", ", elsewhere) + "; here: " + latest;
            return new UrlExplanation(Answer.OTHER_NODE, because, unasked, variants, decisions);
        }
        String because = others == 0
                ? latest
                : others + " stored, of which none was selected by the same headers: see Vary (RFC 9111, section 4.1)";
        return new UrlExplanation(Answer.MISS, because, unasked, variants, decisions);
    }

    private static Answer answer(Variant variant) {
        return switch (variant.use()) {
            case SERVE -> Answer.HIT;
            case SERVE_AND_VALIDATE -> Answer.STALE_HIT;
            case VALIDATE_STALE, VALIDATE_AS_ASKED -> Answer.REVALIDATION;
            case NOT_FOR_THIS, OTHER_VARIANT, ABSENT -> Answer.MISS;
        };
    }

    private static String because(Variant variant, boolean unasked) {
        boolean fresh = variant.freshSeconds() > 0;
        String stale = "stale for " + seconds(-variant.freshSeconds());
        return switch (variant.use()) {
            case SERVE ->
                fresh
                        ? "fresh for " + seconds(variant.freshSeconds())
                        : stale + ", which the request accepts (max-stale: RFC 9111, section 5.2.1.2)";
            case SERVE_AND_VALIDATE -> stale + ", within stale-while-revalidate (RFC 5861, section 3)";
            case VALIDATE_STALE ->
                !unasked
                        ? "this node has no lease, so that it may have missed a purge"
                        : variant.key().startsWith("/")
                                ? "not compared with its file for " + seconds(variant.ageSeconds())
                                : fresh
                                        ? "fresh, and yet to be validated: no-cache (RFC 9111, section 5.2.2.4), or a purge may"
                                                + " have been missed"
                                        : stale + " (RFC 9111, section 4.3)";
            case VALIDATE_AS_ASKED -> "the request wants it validated (RFC 9111, section 5.2.1)";
            default -> "the request has credentials, and the response is not for all (RFC 9111, section 3.5)";
        };
    }

    private static String text(Decision decision) {
        return switch (decision.kind()) {
            case ANSWERED_BY_ORIGIN -> {
                String reason = StoringReasons.ofCacheStatus(decision.detail());
                yield "Cache-Status: " + decision.detail() + (reason.isEmpty() ? "" : ": " + reason);
            }
            case EVICTED -> "evicted to make room for " + decision.detail();
            case REFUSED -> "not stored: requested less, for its size, than what is in memory (replacement)";
            case PURGED -> decision.detail().isEmpty() ? "purged" : "purged " + decision.detail();
            case TOO_LARGE -> "not stored: larger than cache.max-object";
            case NO_HEADROOM -> "not stored: too many objects were being fetched or sent (cache.headroom)";
        };
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
    }
}
