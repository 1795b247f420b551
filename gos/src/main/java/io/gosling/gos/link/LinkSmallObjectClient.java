package io.gosling.gos.link;

import io.gosling.document.DocumentPath;
import io.gosling.document.Ticker;
import io.gosling.gos.link.frame.PeerCopyMetadata;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.space.PeerRefusal;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SmallObjectClient;
import io.gosling.gos.space.SmallObjectResult;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Fetches small objects from other nodes' memories, for event loops, over links that are open to nodes that are not
 * silent.
 *
 * @param bodyNanos for all bytes, behind the time for the first
 */
record LinkSmallObjectClient(
        OutgoingLinks links, AnswerTimes memory, AnswerTimes owners, PeerLoads loads, Ticker ticker, long bodyNanos)
        implements SmallObjectClient {
    private static final Logger LOG = System.getLogger(LinkSmallObjectClient.class.getName());

    LinkSmallObjectClient(
            OutgoingLinks links,
            AnswerTimes memory,
            AnswerTimes owners,
            ClusterTimeouts timings,
            PeerLoads loads,
            Ticker ticker) {
        this(links, memory, owners, loads, ticker, timings.body(MOST).toNanos());
    }

    static PeerFrame fromMemory(DocumentPath path, AgedCount agac) {
        return new PeerFrame.Fetch(PeerFrame.Fetch.From.MEMORY, path.key(), agac, 0);
    }

    @Override
    public boolean beginFetch(
            ClusterMember holder, DocumentPath path, AgedCount agac, Executor loop, Receiver receiver) {
        return begin(holder, fromMemory(path, agac), loop, receiver);
    }

    @Override
    public boolean beginJoin(ClusterMember holder, SharedResponseRequest ask, Executor loop, Receiver receiver) {
        return begin(holder, new PeerFrame.Join(ask), loop, receiver);
    }

    @Override
    public boolean beginLocate(
            ClusterMember owner,
            LocalCountReport localCount,
            Ageing ageing,
            Wanted wanted,
            Executor loop,
            Receiver receiver) {
        return begin(owner, new PeerFrame.Locate(localCount, ageing, wanted), loop, receiver);
    }

    private boolean begin(ClusterMember node, PeerFrame question, Executor loop, Receiver receiver) {
        OutgoingLink link = loop instanceof EventLoop own ? links.to(node, own) : null;
        if (link == null || !link.isOpen() || link.isSilent()) {
            return false;
        }
        new Request(link, node, question instanceof PeerFrame.Locate, receiver).ask(question);
        return true;
    }

    /**
     * A question for a small object, whose bytes are gathered in one buffer as they come. Belongs to the link's loop.
     * An answer that fits into one frame needs no credit.
     */
    private final class Request implements OutgoingLink.Answer {
        private final OutgoingLink link;
        private final int tag;
        private final Receiver receiver;

        /** A time before the question, by the ticker: ages count from it. */
        private final long beganNanos;

        private final long askedNanos;
        private long untilNanos;

        /** True until the entry has come that was asked for. */
        private boolean locating;

        private int id;
        private int load = -1;
        private boolean over;
        private PeerFrame.@Nullable Head head;
        private @Nullable ByteBuf bytes;
        private long left;

        Request(OutgoingLink link, ClusterMember holder, boolean locating, Receiver receiver) {
            this.link = link;
            this.locating = locating;
            this.tag = holder.tag();
            this.receiver = receiver;
            this.beganNanos = ticker.nanos();
            this.askedNanos = link.now();
        }

        /** Asks, once. */
        void ask(PeerFrame question) {
            loads.asked(tag);
            long firstByte = askedNanos + (locating ? owners : memory).deadlineNanos(tag);
            untilNanos = firstByte + bodyNanos;
            try {
                id = link.ask(question, firstByte, this);
            } catch (RuntimeException | Error e) {
                over = true;
                loads.answered(tag, load);
                throw e;
            }
        }

        @Override
        public void frame(PeerFrame frame) {
            if (over) {
                frame.body().release();
                return;
            }
            try {
                receive(frame);
            } catch (RuntimeException | Error e) {
                LOG.log(Level.WARNING, "an answer of another node could not be taken", e);
                giveUp();
            }
        }

        private void receive(PeerFrame frame) {
            switch (frame) {
                case PeerFrame.Head answer -> begin(answer);
                case PeerFrame.Data data -> part(data.body());
                case PeerFrame.Located located -> located(located);
                case PeerFrame.Alive alive -> endIfLate();
                default -> giveUp();
            }
        }

        private void located(PeerFrame.Located located) {
            locating = false;
            owners.count(tag, null, link.now() - askedNanos);
            receiver.located(located.entry());
            if (located.isGiven()) {
                link.expectUntil(id, link.now() + memory.deadlineNanos(tag));
            } else {
                end(new SmallObjectResult.OnlyLocated());
            }
        }

        private void begin(PeerFrame.Head answer) {
            head = answer;
            left = answer.bodyLength();
            load = answer instanceof PeerFrame.Have have ? have.load() : load;
            memory.count(tag, null, link.now() - askedNanos);
            try {
                bytes = left < 0 ? null : receiver.room(left);
            } catch (RuntimeException | Error e) {
                answer.body().release();
                throw e;
            }
            part(answer.body());
            if (bytes == null) {
                giveUp();
            }
        }

        private void part(ByteBuf part) {
            ByteBuf to = bytes;
            left -= part.readableBytes();
            try {
                if (to != null) {
                    to.writeBytes(part);
                }
            } finally {
                part.release();
            }
            if (to != null && left == 0) {
                whole(to);
            } else if (to != null) {
                endIfLate();
            }
        }

        private void whole(ByteBuf body) {
            SmallObjectResult answer;
            try {
                answer = switch (head) {
                    case PeerFrame.Given given ->
                        new SmallObjectResult.Reply(
                                given.reply().decode(beganNanos), given.reply().variant(), body);
                    case PeerFrame.Have have -> copy(have.copy(), body);
                    case null -> throw new IllegalStateException("bytes of " + head);
                    default -> throw new IllegalStateException("bytes of " + head);
                };
            } catch (IOException e) {
                giveUp();
                return;
            }
            bytes = null;
            end(answer);
        }

        private static SmallObjectResult copy(PeerCopyMetadata copy, ByteBuf body) {
            return new SmallObjectResult.Copy(
                    copy.representation(), copy.stamp(), copy.version(), copy.uncheckedNanos(), body);
        }

        private void endIfLate() {
            if (link.now() - untilNanos > 0) {
                link.late(id);
                ended(new PeerRefusal.Silent("the rest did not come in time"));
            }
        }

        /** Another answer came than a small object. */
        private void giveUp() {
            if (!over) {
                link.cancel(id);
                end(new SmallObjectResult.Other());
            }
        }

        @Override
        public void ended(PeerRefusal why) {
            if (over) {
                return;
            }
            if (head == null) {
                (locating ? owners : memory).count(tag, why, link.now() - askedNanos);
            }
            end(
                    switch (why) {
                        case PeerRefusal.NotHeld none -> new SmallObjectResult.NotHeld();
                        case PeerRefusal.Silent silent -> new SmallObjectResult.Failed();
                        case PeerRefusal.Gone gone -> new SmallObjectResult.Failed();
                        case PeerRefusal.Failed failed -> new SmallObjectResult.Failed();
                        case PeerRefusal other -> new SmallObjectResult.Other();
                    });
        }

        /** An exception of the receiver must not reach the link, on which others wait for their answers. */
        private void end(SmallObjectResult answer) {
            over = true;
            if (bytes != null) {
                bytes.release();
                bytes = null;
            }
            loads.answered(tag, load);
            try {
                receiver.answered(answer);
            } catch (RuntimeException | Error e) {
                LOG.log(Level.WARNING, "an answer of another node was not used", e);
            }
        }
    }
}
