package io.gosling.gos.space;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.LookupResult;
import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import io.gosling.document.RevalidationResult;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.ObjectSpaceStatistics;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.memory.CacheInvariants;
import io.gosling.gos.memory.InMemoryObject;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.memory.PeerObjectResult;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FakeTable;
import io.gosling.gos.objecttable.GlobalObjectTable;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.http.documents.PreparedHeaderBuilder;
import io.gosling.testing.ManualTicker;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Nodes of one process: everything real but the table's transport and the network. Closing it checks invariants. */
public final class InProcessCluster implements AutoCloseable {
    final FakeTable table = new FakeTable();
    public final ManualTicker ticker = new ManualTicker();
    public final Map<String, Member> members = new LinkedHashMap<>();

    /** The home nodes of files, as known by nodes added later. */
    Map<String, String> homes = Map.of();

    /** The network's effect on a body. */
    volatile UnaryOperator<Body> inTransit = body -> body;

    /** False while no link is open on event loops. */
    volatile boolean linked = true;

    /** Something that happens before the answer to a fetch of an event loop. */
    volatile Runnable beforeAnswer = () -> {};

    /** True if the next answer from a holder's memory comes too late. */
    public volatile BooleanSupplier isLate = () -> false;

    /** A node with its own files. */
    public final class Member implements KnownNodes {
        public final FakeFiles files = new FakeFiles();
        public final ClusterMember node;
        public final NodeObjectMemory memory;
        public final GlobalObjectSpace space;
        final CountReporter report;

        /** The other nodes' loads, and the times of their answers: in this process they take none. */
        final PeerLoads loads = new PeerLoads();

        public volatile boolean dead;

        /** The name of a node that this one cannot reach. */
        volatile String cutOff = "";

        Member(ObjectSpaceSettings settings, NodeRole role, int tag) {
            var here = new InetSocketAddress("127.0.0.1", 1);
            this.node = new ClusterMember(
                    settings.node(), tag, role, here, null, null, ClusterMember.Phase.READY, NodeProfile.PLAIN);
            this.memory = NodeObjectMemory.empty(settings, ticker);
            GlobalObjectTable seen =
                    settings.get(ObjectSpaceSettings.COOPERATION) ? table.seenBy(tag) : GlobalObjectTable.none();
            var clusterPeers = new ClusterAccess(seen, new Wires(this), this, loads);
            this.space = new GlobalObjectSpace(
                    files, PreparedHeaderBuilder.plain(settings.node()), memory, clusterPeers, settings, ticker);
            memory.hot().knownAs(tag);
            this.report = new CountReporter(memory, clusterPeers::table, settings.counts(), tag);
        }

        @Override
        public ClusterMember self() {
            return node;
        }

        @Override
        public List<ClusterMember> others() {
            return members.values().stream()
                    .filter(member -> member != this)
                    .map(Member::self)
                    .toList();
        }

        /** The source of a document and its text; or the kind of the answer when there is no document. */
        public String get(String path) {
            try {
                LookupResult lookup = space.find(DocumentPath.parse(path));
                if (!(lookup instanceof LookupResult.Found found)) {
                    return lookup.getClass().getSimpleName();
                }
                try (Document document = found.document()) {
                    Body.InMemory body = (Body.InMemory) document.body();
                    Provenance from = document.provenance();
                    return from.from().label() + " of " + from.node() + (from.unchecked() ? ", unchecked: " : ": ")
                            + body.bytes().toString(StandardCharsets.UTF_8);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        long count(ObjectSpaceStatistics.Event event) {
            return memory.statistics().of(event);
        }
    }

    /** Calls instead of messages. */
    private final class Wires implements PeerClient, SmallObjectClient {
        private final Member from;

        Wires(Member from) {
            this.from = from;
        }

        private @Nullable Member reach(ClusterMember node) {
            Member member = Objects.requireNonNull(members.get(node.name()));
            return member.dead || from.cutOff.equals(node.name()) ? null : member;
        }

        @Override
        public PeerObjectResult fetch(ClusterMember holder, DocumentPath path, AgedCount agac) {
            Member member = reach(holder);
            return member == null || isLate.getAsBoolean()
                    ? new PeerObjectResult.Failed("dead")
                    : relabel(fromMemory(member, path, agac), holder, ResponseSource.PEER_MEMORY);
        }

        @Override
        public SmallObjectClient small() {
            return this;
        }

        @Override
        public boolean beginFetch(
                ClusterMember holder, DocumentPath path, AgedCount agac, Executor loop, Receiver receiver) {
            if (!linked) {
                return false;
            }
            PeerObjectResult answer = fetch(holder, path, agac);
            beforeAnswer.run();
            receiver.answered(
                    switch (answer) {
                        case PeerObjectResult.Copy copy -> small(copy, receiver);
                        case PeerObjectResult.NotHeld none -> new SmallObjectResult.NotHeld();
                        case PeerObjectResult.Failed failed -> new SmallObjectResult.Failed();
                        case PeerObjectResult.Said said -> new SmallObjectResult.Other();
                    });
            return true;
        }

        @Override
        public boolean beginLocate(
                ClusterMember owner,
                LocalCountReport localCount,
                Ageing ageing,
                Wanted wanted,
                Executor loop,
                Receiver receiver) {
            if (!linked) {
                return false;
            }
            EntrySummary entry = table.seenBy(from.node.tag()).locate(localCount, ageing);
            if (entry == null) {
                receiver.answered(new SmallObjectResult.Failed());
                return true;
            }
            receiver.located(entry);
            if (Objects.requireNonNull(reach(owner)).memory.hot().holds(localCount.key())) {
                return beginFetch(owner, DocumentPath.parse(localCount.key()), AgedCount.NONE, loop, receiver);
            }
            receiver.answered(new SmallObjectResult.OnlyLocated());
            return true;
        }

        private static SmallObjectResult small(PeerObjectResult.Copy copy, Receiver receiver) {
            try (Document document = copy.document()) {
                ByteBuf bytes = ((Body.InMemory) document.body()).bytes();
                ByteBuf room = receiver.room(bytes.readableBytes());
                return room == null
                        ? new SmallObjectResult.Other()
                        : new SmallObjectResult.Copy(
                                document.representation(),
                                document.stamp(),
                                copy.version(),
                                copy.uncheckedNanos(),
                                room.writeBytes(bytes.duplicate()));
            }
        }

        private PeerObjectResult fromMemory(Member holder, DocumentPath path, AgedCount agac) {
            InMemoryObject atOnce = holder.memory.hot().takeFreshAtOnce(path.key(), agac);
            if (atOnce == null) {
                return holder.space.peerService().fromMemory(path, agac);
            }
            Provenance here = new Provenance(ResponseSource.LOCAL_MEMORY, holder.node.name());
            return new PeerObjectResult.Copy(
                    atOnce.lent(here), atOnce.version(), atOnce.uncheckedNanos(ticker.nanos()));
        }

        @Override
        public SharedResponseResult join(ClusterMember node, SharedResponseRequest ask, Duration timeout) {
            return new SharedResponseResult.Refused("these nodes have no origin");
        }

        @Override
        public PeerObjectResult fetchFromHome(ClusterMember home, DocumentPath path, AgedCount agac, long version) {
            Member member = reach(home);
            if (member == null) {
                return new PeerObjectResult.Failed("dead");
            }
            try {
                PeerObjectResult answer = member.space.peerService().fromHome(path, agac, version);
                boolean disk = answer instanceof PeerObjectResult.Copy copy
                        && copy.document().provenance().from() == ResponseSource.LOCAL_DISK;
                return relabel(answer, home, disk ? ResponseSource.HOME_DISK : ResponseSource.HOME_MEMORY);
            } catch (IOException e) {
                return new PeerObjectResult.Failed("disk");
            }
        }

        private PeerObjectResult relabel(PeerObjectResult answer, ClusterMember node, ResponseSource from) {
            if (!(answer instanceof PeerObjectResult.Copy copy)) {
                return answer;
            }
            Document d = copy.document();
            var relabelled = new Document(
                    d.representation(), d.stamp(), inTransit.apply(d.body()), new Provenance(from, node.name()));
            return new PeerObjectResult.Copy(relabelled, copy.version(), copy.uncheckedNanos());
        }

        @Override
        public RevalidationResult check(ClusterMember home, DocumentPath path, String etag) throws IOException {
            Member member = reach(home);
            if (member == null) {
                throw new IOException("dead");
            }
            return member.space.peerService().compare(path, etag);
        }

        @Override
        public void offer(ClusterMember store, DocumentPath path, AgedCount agac, long version) {
            Member member = reach(store);
            try {
                if (member != null) {
                    member.space.peerService().keep(path, agac, version);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void invalidate(Collection<ClusterMember> nodes, String key, long version) {
            for (ClusterMember node : nodes) {
                Member member = reach(node);
                if (member != null) {
                    member.space.peerService().invalidated(key, version);
                }
            }
        }
    }

    /** Adds a node with a megabyte of memory. */
    public Member add(String name) {
        return add(name, settings -> settings);
    }

    public Member add(String name, UnaryOperator<ObjectSpaceSettings> change) {
        return add(name, NodeRole.ALL, change);
    }

    Member add(String name, NodeRole role) {
        return add(name, role, settings -> settings);
    }

    Member add(String name, NodeRole role, UnaryOperator<ObjectSpaceSettings> change) {
        var settings = change.apply(ObjectSpaceSettings.of(name, 1 << 20).with(ObjectSpaceSettings.HOMES, homes));
        Member member = new Member(settings, role, members.size() + 1);
        members.put(name, member);
        return member;
    }

    /** Writes a file on every node. */
    public void everywhere(String path, String text) {
        members.values().forEach(member -> member.files.write(path, text));
    }

    /** Every node reports once. */
    public void report() {
        new ArrayList<>(members.values()).forEach(member -> member.report.run());
    }

    @Override
    public void close() {
        for (Member member : members.values()) {
            CacheInvariants.check(member.memory.hot());
            if (member.memory.fetches().inProgress() != 0) {
                throw new AssertionError("fills were left open on " + member.node.name());
            }
            member.memory.hot().clear();
        }
    }
}
