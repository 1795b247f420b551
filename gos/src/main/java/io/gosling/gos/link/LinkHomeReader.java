package io.gosling.gos.link;

import io.gosling.document.Ticker;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.AdaptiveTimeout;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.SuspectNodes;
import io.gosling.gos.repository.HomeAnswer;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.RemoteHomeReader;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects from their homes over links, each key over the link of one loop. A home that missed several deadlines,
 * which follow its recent {@link AdaptiveTimeout}, is backed off from. Safe for use by many threads.
 */
final class LinkHomeReader implements RemoteHomeReader {
    /** Late answers in a row that are tolerated: a short pause makes all questions late that are under way. */
    private static final int TOLERATED = 8;

    private final OutgoingLinks links;
    private final List<EventLoop> loops = new ArrayList<>();
    private final KnownNodes book;
    private final long longestNanos;
    private final Ticker ticker;
    private final SuspectNodes suspects;
    private final ConcurrentHashMap<Integer, AdaptiveTimeout> times = new ConcurrentHashMap<>();

    /** @param longest for the beginning of an answer */
    LinkHomeReader(
            OutgoingLinks links,
            EventLoopGroup group,
            KnownNodes book,
            Duration longest,
            ClusterTimeouts timings,
            Ticker ticker) {
        this.links = links;
        this.book = book;
        this.longestNanos = longest.toNanos();
        this.ticker = ticker;
        this.suspects = new SuspectNodes(TOLERATED, timings.get(ClusterTimeouts.SUSPICION), longest, ticker);
        for (EventExecutor loop : group) {
            loops.add((EventLoop) loop);
        }
    }

    @Override
    public CompletableFuture<@Nullable HomeAnswer> read(int home, ObjectKey key, long known) {
        ClusterMember node = book.byTag(home);
        if (node == null || node.peer() == null || !suspects.mayAsk(home)) {
            return CompletableFuture.completedFuture(null);
        }
        AdaptiveTimeout answers = times(home);
        long asked = ticker.nanos();
        EventLoop loop = loops.get(Math.floorMod(key.hashCode(), loops.size()));
        var question = new RepositoryReadRequest(
                links, loop, node, new PeerFrame.Read(key, known), answers.deadlineNanos(), longestNanos);
        CompletableFuture<@Nullable HomeAnswer> answer = question.thenApply(reply -> {
            RefusalHandling.report(RefusalHandling.of(reply), home, suspects, answers, ticker.nanos() - asked);
            return reply instanceof PeerRequestResult.Got got && got.frame() instanceof PeerFrame.HomeAnswered answered
                    ? answered.answer()
                    : null;
        });
        question.send();
        return answer;
    }

    /** Forgets the times of nodes that have left. */
    private AdaptiveTimeout times(int home) {
        AdaptiveTimeout known = times.get(home);
        if (known != null) {
            return known;
        }
        times.keySet().removeIf(tag -> book.byTag(tag) == null);
        return times.computeIfAbsent(home, first -> new AdaptiveTimeout(longestNanos, longestNanos));
    }
}
