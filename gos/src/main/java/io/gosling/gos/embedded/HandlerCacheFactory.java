package io.gosling.gos.embedded;

import io.gosling.document.Ticker;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.purge.LocalChangeTimes;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.purge.PurgeTargetResolver;
import io.gosling.origin.cache.HandlerCache;
import io.gosling.origin.upstream.HandlerCacheSettings;
import io.gosling.origin.upstream.OriginPurgeTargetResolver;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/** Caches in embedded nodes for the responses of a program's handlers: see {@link HandlerCache}. */
public final class HandlerCacheFactory {
    private HandlerCacheFactory() {}

    /**
     * The cache of a node, which has one: a filter around handlers, of which no two answer the same URL.
     *
     * @param node opened with {@link #keys} of the same settings; this sets what it gives to others
     * @param settings the same on every node, such as {@code HandlerCacheSettings.of("app")}
     */
    public static HandlerCache in(ObjectSpaceNode node, HandlerCacheSettings settings) {
        HandlerCache cache = new HandlerCache(
                settings,
                node.replies(),
                node.sharedReplies(),
                new LocalChangeTimes(Ticker.system().nanos()),
                address -> false,
                node.self().name(),
                Ticker.system(),
                InstantSource.system());
        node.takeRepliesBy(cache.replies().transferSink());
        node.giveRepliesBy(cache.replies().responseSource());
        node.onLonePurge(cache.replies()::purgedAlone);
        return cache;
    }

    /** The keys under which a node stores its handlers' responses, and documents by their paths. */
    public static PurgeTargetResolver keys(HandlerCacheSettings settings) {
        PurgeTargetResolver answers = OriginPurgeTargetResolver.of(settings);
        PurgeTargetResolver documents = PurgeTargetResolver.ofPaths();
        return selector -> {
            List<PurgeTarget> targets = answers.of(selector);
            return Stream.concat(targets.stream(), documents.of(selector).stream())
                    .distinct()
                    .toList();
        };
    }
}
