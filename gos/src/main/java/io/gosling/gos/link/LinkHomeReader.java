package io.gosling.gos.link;

import io.gosling.document.Ticker;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.KnownNodes;
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
import org.jspecify.annotations.Nullable;

/**
 * Reads objects from their homes over links, each key over the link of one loop. Deadlines follow a home's recent
 * times. Safe for use by many threads.
 */
final class LinkHomeReader implements RemoteHomeReader {
    private final OutgoingLinks links;
    private final List<EventLoop> loops = new ArrayList<>();
    private final KnownNodes book;
    private final Ticker ticker;
    private final AnswerTimes times;

    /** @param longest for the beginning of an answer */
    LinkHomeReader(OutgoingLinks links, EventLoopGroup group, KnownNodes book, Duration longest, Ticker ticker) {
        this.links = links;
        this.book = book;
        this.ticker = ticker;
        this.times = new AnswerTimes(longest, longest);
        for (EventExecutor loop : group) {
            loops.add((EventLoop) loop);
        }
    }

    @Override
    public CompletableFuture<@Nullable HomeAnswer> read(int home, ObjectKey key, long known) {
        ClusterMember node = book.byTag(home);
        if (node == null || node.peer() == null) {
            return CompletableFuture.completedFuture(null);
        }
        long asked = ticker.nanos();
        EventLoop loop = loops.get(Math.floorMod(key.hashCode(), loops.size()));
        var question = new RepositoryReadRequest(
                links, loop, node, new PeerFrame.Read(key, known), times.deadlineNanos(home), times.longestNanos());
        CompletableFuture<@Nullable HomeAnswer> answer = question.thenApply(reply -> {
            times.count(home, reply.refusal(), ticker.nanos() - asked);
            return reply instanceof PeerRequestResult.Got got && got.frame() instanceof PeerFrame.HomeAnswered answered
                    ? answered.answer()
                    : null;
        });
        question.send();
        return answer;
    }
}
