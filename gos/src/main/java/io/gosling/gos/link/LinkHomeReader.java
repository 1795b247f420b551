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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects from their homes over links, each key over the link of one loop. Deadlines follow a home's recent
 * times. Safe for use by many threads.
 */
record LinkHomeReader(OutgoingLinks links, List<EventLoop> loops, KnownNodes book, Ticker ticker, AnswerTimes times)
        implements RemoteHomeReader {
    /** @param longest for the beginning of an answer */
    LinkHomeReader(OutgoingLinks links, EventLoopGroup group, KnownNodes book, Duration longest, Ticker ticker) {
        this(links, OutgoingLinks.loops(group), book, ticker, new AnswerTimes(longest, longest));
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
