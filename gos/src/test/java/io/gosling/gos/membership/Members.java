package io.gosling.gos.membership;

import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import io.gosling.document.Ticker;
import io.gosling.gos.hazelcast.ClusterMember;
import io.gosling.gos.hazelcast.HazelcastObjectTable;
import io.gosling.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Real Hazelcast members on the loopback address, without a peer channel. Closing it closes them. */
public final class Members implements AutoCloseable {
    public static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    // Held, because loggers that nobody holds forget their level.
    private static final Logger HAZELCAST = Logger.getLogger("com.hazelcast");

    static {
        HAZELCAST.setLevel(Level.SEVERE);
    }

    private final List<ClusterMember> started = new ArrayList<>();
    /** Number of notifications of a merge. */
    public final AtomicInteger merges = new AtomicInteger();

    private final String secret = ClusterSecret.generate(new SecureRandom());

    /** A member and the table as it sees it. */
    public record Member(ClusterMember member, HazelcastObjectTable table, int tag) {
        /** To other members since its start, as it was a second ago. */
        public long sentBytes() {
            var instance = (HazelcastInstanceProxy) Objects.requireNonNull(member.instance());
            return Objects.requireNonNull(instance.getOriginal()
                            .node
                            .getServer()
                            .getNetworkStats()
                            .get(EndpointQualifier.MEMBER))
                    .getBytesSent();
        }
    }

    public Member start(String name, NodeRole role) {
        return start(name, role, secret);
    }

    /** Starts one that looks for those started before, and waits until it has joined. */
    public Member start(String name, NodeRole role, @Nullable String secretText) {
        try {
            ClusterSettings settings = ClusterSettings.of(
                            name, role, ANY_PORT, secretText == null ? null : ClusterSecret.of(secretText))
                    // A busy machine is not a frozen owner.
                    .with(ClusterTimings.LOCATE, Duration.ofSeconds(10))
                    .joining(started.stream()
                            .map(member -> SocketAddresses.text(member.address()))
                            .toList());
            int tag = started.size() + 1;
            MemberList book = new MemberList(Node.named(name, tag));
            ClusterMember member =
                    ClusterMember.start(settings, book, Duration.ZERO, Map.of(), others -> {}, merges::incrementAndGet);
            started.add(member);
            Eventually.that(name + " joins", member::isJoined);
            var table = new HazelcastObjectTable(member::instance, tag, settings.timings(), Ticker.system());
            return new Member(member, table, tag);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until everybody sees everybody. */
    public void settle() {
        for (ClusterMember member : started) {
            Eventually.that("all members are seen", () -> member.book().others().size() == started.size() - 1);
        }
    }

    @Override
    public void close() {
        started.reversed().forEach(ClusterMember::close);
    }
}
