package io.gosling.origin.upstream;

import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.document.FileStamp;
import io.gosling.document.LookupResult;
import io.gosling.document.RevalidationResult;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.FreshnessSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.memory.PeerObjectResult;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.FakeTable;
import io.gosling.gos.purge.LocalChangeTimes;
import io.gosling.gos.space.ClusterAccess;
import io.gosling.gos.space.ClusterResponseSharing;
import io.gosling.gos.space.GlobalObjectSpace;
import io.gosling.gos.space.PeerClient;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SharedResponseResult;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.gos.space.SmallObjectClient;
import io.gosling.gos.space.SmallObjectResult;
import io.gosling.http.documents.PreparedHeaderBuilder;
import io.gosling.origin.cache.HandlerCache;
import io.gosling.origin.cache.OriginHandler;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.ManualTicker;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Nodes before one scripted origin: real handlers, memories and rows; calls instead of messages. */
public final class ClusterStage implements AutoCloseable {
    private static final Duration BEAT = Duration.ofMillis(5);

    public final ScriptedOrigin origin = new ScriptedOrigin();
    public final ManualTicker ticker = new ManualTicker();
    public final FakeTable table = new FakeTable();
    public final List<Member> members = new ArrayList<>();
    /** Number of joined fetches, and of objects taken from memory. */
    public final AtomicInteger joined = new AtomicInteger();

    /** Number of headers received from other nodes. */
    public final AtomicInteger heads = new AtomicInteger();

    /** For what was asked for as it is held. */
    public final List<Duration> timeouts = new CopyOnWriteArrayList<>();

    /** Something that happens before the answer to an event loop. */
    public volatile Runnable beforeAnswer = () -> {};

    private final CacheSettings cache;
    private final UnaryOperator<OriginSettings> changes;
    private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();

    public ClusterStage(int count) {
        this(count, CacheSettings.of(1 << 20));
    }

    ClusterStage(int count, UnaryOperator<OriginSettings> changes) {
        this(count, CacheSettings.of(1 << 20), changes);
    }

    ClusterStage(int count, CacheSettings cache) {
        this(count, cache, settings -> settings);
    }

    private ClusterStage(int count, CacheSettings cache, UnaryOperator<OriginSettings> changes) {
        this.cache = cache;
        this.changes = changes;
        for (int i = 1; i <= count; i++) {
            members.add(new Member(i));
        }
    }

    public Member node(int number) {
        return members.get(number - 1);
    }

    /** One node. */
    public final class Member implements KnownNodes {
        public final NodeObjectMemory memory;
        public final OriginHandler handler;
        public final ClusterResponseSharing others;
        private final ClusterMember self;
        private final SharedResponseSource responseSource;
        public volatile boolean dead;
        public volatile boolean late;

        /** True if what it gives breaks off behind the header. */
        public volatile boolean cuts;

        public volatile boolean full;
        /** Until it refuses what is asked for as it is held; zero for a node that gives it. */
        public volatile Duration takes = Duration.ZERO;

        Member(int tag) {
            String name = "n" + tag;
            self = new ClusterMember(
                    name,
                    tag,
                    NodeRole.ALL,
                    new InetSocketAddress("127.0.0.1", tag),
                    null,
                    null,
                    ClusterMember.Phase.READY,
                    NodeProfile.PLAIN);
            ObjectSpaceSettings settings = ObjectSpaceSettings.of(name, 1 << 20).withCache(cache);
            memory = NodeObjectMemory.empty(settings, ticker);
            var clusterPeers = new ClusterAccess(table.seenBy(tag), new Wires(), this, new PeerLoads());
            var space = new GlobalObjectSpace(
                    new NoFiles(),
                    PreparedHeaderBuilder.plain(settings.node()),
                    memory,
                    clusterPeers,
                    settings,
                    ticker);
            others = space.sharedReplies();
            handler = new OriginHandler(
                    new OriginRequestHeaderBuilder(
                            name,
                            "tag" + tag,
                            changes.apply(OriginSettings.of(OriginAddress.parse("http://origin.test/"))
                                    .with(FreshnessSettings.GRACE, Duration.ZERO))),
                    origin,
                    memory.replies(),
                    others,
                    new LocalChangeTimes(ticker.nanos()),
                    address -> false,
                    name,
                    ticker,
                    () -> OriginStage.NOON.plusNanos(ticker.nanos()));
            responseSource = handler.responseSource();
        }

        @Override
        public ClusterMember self() {
            return self;
        }

        @Override
        public List<ClusterMember> others() {
            return members.stream()
                    .filter(member -> member != this)
                    .map(Member::self)
                    .toList();
        }

        /** The cache above a handler of this node. */
        HandlerCache handlers(String name) {
            return new HandlerCache(
                    HandlerCacheSettings.of(name),
                    memory.replies(),
                    others,
                    new LocalChangeTimes(ticker.nanos()),
                    address -> false,
                    self.name(),
                    ticker,
                    () -> OriginStage.NOON.plusNanos(ticker.nanos()));
        }

        public FakeExchange get(String target, String... headers) throws Exception {
            return FakeExchange.get(target, headers).answeredBy(handler);
        }

        public CompletableFuture<FakeExchange> later(String target, String... headers) {
            return CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return get(target, headers);
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    clients);
        }

        public long count(Event event) {
            return memory.statistics().of(event);
        }
    }

    private record NoFiles() implements DocumentSource {
        @Override
        public LookupResult find(DocumentPath path) {
            return new LookupResult.Absent();
        }

        @Override
        public RevalidationResult check(DocumentPath path, @Nullable FileStamp known) {
            return RevalidationResult.GONE;
        }
    }

    private final class Wires implements PeerClient, SmallObjectClient {
        @Override
        public SharedResponseResult join(ClusterMember node, SharedResponseRequest ask, Duration timeout) {
            Member member = node(node.tag());
            if (member.dead) {
                return new SharedResponseResult.Refused("dead");
            }
            if (member.late) {
                return new SharedResponseResult.Refused("has not heard of a purge yet");
            }
            if (member.full) {
                return new SharedResponseResult.Full();
            }
            if (ask.number() == SharedResponseRequest.AS_HELD) {
                timeouts.add(timeout);
                if (member.takes.isPositive()) {
                    ticker.advance(member.takes);
                    return new SharedResponseResult.Refused("late");
                }
            }
            try {
                SharedResponseSource.Giving giving = member.responseSource.join(ask);
                if (giving == null) {
                    return new SharedResponseResult.NotHeld();
                }
                joined.incrementAndGet();
                return read(member, giving);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private SharedResponseResult read(Member member, SharedResponseSource.Giving giving)
                throws InterruptedException {
            SharedResponseSource.News news = giving.news(BEAT);
            while (news instanceof SharedResponseSource.News.NotYet && !member.dead) {
                news = giving.news(BEAT);
            }
            if (news instanceof SharedResponseSource.News.Head head && !member.dead) {
                heads.incrementAndGet();
                return new SharedResponseResult.Given(
                        head.reply(), head.variant(), head.length(), new Wire(member, giving));
            }
            giving.close();
            return switch (news) {
                case SharedResponseSource.News.Same same -> new SharedResponseResult.Same(same.reply(), same.variant());
                case SharedResponseSource.News.Apart hitForMiss -> new SharedResponseResult.Apart();
                case SharedResponseSource.News.Failed failed -> new SharedResponseResult.Failed(failed.why());
                default -> new SharedResponseResult.Refused("none");
            };
        }

        @Override
        public SmallObjectClient small() {
            return this;
        }

        @Override
        public boolean beginJoin(ClusterMember holder, SharedResponseRequest ask, Executor loop, Receiver receiver) {
            beforeAnswer.run();
            receiver.answered(
                    switch (join(holder, ask, Duration.ZERO)) {
                        case SharedResponseResult.Given given -> small(given, receiver);
                        case SharedResponseResult.NotHeld none -> new SmallObjectResult.NotHeld();
                        case SharedResponseResult.Refused refused ->
                            node(holder.tag()).dead ? new SmallObjectResult.Failed() : new SmallObjectResult.Other();
                        default -> new SmallObjectResult.Other();
                    });
            return true;
        }

        private static SmallObjectResult small(SharedResponseResult.Given given, Receiver receiver) {
            ByteBuf room = given.length() < 0 ? null : receiver.room(given.length());
            try (InputStream body = given.body()) {
                return room == null
                        ? new SmallObjectResult.Other()
                        : new SmallObjectResult.Reply(
                                given.reply(), given.variant(), room.writeBytes(body.readAllBytes()));
            } catch (IOException e) {
                if (room != null) {
                    room.release();
                }
                return new SmallObjectResult.Failed();
            }
        }

        @Override
        public PeerObjectResult fetch(ClusterMember holder, DocumentPath path, AgedCount agac) {
            return new PeerObjectResult.NotHeld();
        }

        @Override
        public PeerObjectResult fetchFromHome(ClusterMember home, DocumentPath path, AgedCount agac, long version) {
            return new PeerObjectResult.NotHeld();
        }

        @Override
        public RevalidationResult check(ClusterMember home, DocumentPath path, String etag) {
            return RevalidationResult.GONE;
        }

        @Override
        public void offer(ClusterMember store, DocumentPath path, AgedCount agac, long version) {}

        @Override
        public void invalidate(Collection<ClusterMember> nodes, String key, long version) {}
    }

    /** The bytes from a node until it dies. */
    private static final class Wire extends InputStream {
        private final Member member;
        private final SharedResponseSource.Giving giving;
        /** All bytes, where they are in memory. */
        private final @Nullable ByteBuf whole;

        private boolean closed;

        Wire(Member member, SharedResponseSource.Giving giving) {
            this.member = member;
            this.giving = giving;
            this.whole = giving.bytes();
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            byte[] piece = new byte[length];
            int read = 0;
            while (read == 0) {
                if (member.dead || member.cuts) {
                    throw new IOException("the connection was reset");
                }
                read = whole == null ? giving.read(piece, BEAT) : take(whole, piece);
            }
            System.arraycopy(piece, 0, to, offset, Math.max(0, read));
            return read;
        }

        private static int take(ByteBuf whole, byte[] to) {
            int count = Math.min(to.length, whole.readableBytes());
            whole.readBytes(to, 0, count);
            return count == 0 ? -1 : count;
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                if (whole != null) {
                    whole.release();
                }
                giving.close();
            }
        }
    }

    @Override
    public void close() {
        clients.close();
        members.forEach(member -> member.memory.hot().clear());
        Eventually.that("all responses of the origin are closed", () -> origin.open.get() == 0);
    }
}
