package io.gosling.dispatcher.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.netty.client.RequestChannelPool;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpObject;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The connections that requests of several kinds take from the pool. */
class RelayBackendConnectionTest {
    private static final Duration ANY = Duration.ofDays(1);
    private static final InetSocketAddress ADDRESS = InetSocketAddress.createUnresolved("app.test", 80);

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final List<Duration> rests = new ArrayList<>();
    private final List<Channel> released = new ArrayList<>();
    private final Promise<Channel> pending = channel.eventLoop().newPromise();
    private boolean waits;

    private final RequestChannelPool pool = new RequestChannelPool() {
        @Override
        public Future<Channel> acquire(EventLoop loop, InetSocketAddress address) {
            return acquire(loop, address, ANY);
        }

        @Override
        public Future<Channel> acquire(EventLoop loop, InetSocketAddress address, Duration mostRest) {
            rests.add(mostRest);
            return waits ? pending : loop.newSucceededFuture(channel);
        }

        @Override
        public boolean isReused(Channel connection) {
            return true;
        }

        @Override
        public void release(Channel connection) {
            released.add(connection);
        }

        @Override
        public void discard(Channel connection) {}

        @Override
        public void setAside(Channel connection) {}

        @Override
        public void takeBack(Channel connection) {}

        @Override
        public void countOff(Channel connection) {}
    };

    private RelayBackendConnection link(boolean repeatable) {
        return new RelayBackendConnection(pool, channel.eventLoop(), new Nobody(), repeatable);
    }

    @Test
    void whatCannotBeRepeatedTakesARecentlyUsedConnectionOrANewOne() {
        RelayBackendConnection link = link(false);
        link.connect(ADDRESS);
        assertEquals(List.of(), rests, "what has arrived is read before");
        channel.runPendingTasks();
        link.discard();
        link.connect(ADDRESS);
        assertEquals(List.of(RequestChannelPool.RECENT, Duration.ZERO), rests);
    }

    @Test
    void whatCanBeRepeatedTakesAnyAndAfterAFailureANewOne() {
        RelayBackendConnection link = link(true);
        link.connect(ADDRESS);
        link.discard();
        link.connect(ADDRESS);
        assertEquals(List.of(ANY, Duration.ZERO), rests);
    }

    @Test
    void aTurnThatIsNotWaitedForIsGivenUp() {
        waits = true;
        List<BackendFailureReason> failures = new ArrayList<>();
        RelayBackendConnection link = link(true);
        link.connect(ADDRESS);
        link.goElsewhere(failures::add);
        channel.runPendingTasks();
        assertTrue(pending.isCancelled(), "the next one has it");
        assertEquals(List.of(), failures);
    }

    @Test
    void aConnectionThatIsMadeAfterAllIsLeftToThePool() {
        waits = true;
        pending.setUncancellable();
        List<BackendFailureReason> failures = new ArrayList<>();
        RelayBackendConnection link = link(true);
        link.connect(ADDRESS);
        link.goElsewhere(failures::add);
        pending.setSuccess(channel);
        channel.runPendingTasks();
        assertEquals(List.of(channel), released);
        assertEquals(List.of(), failures);
    }

    @Test
    void aConnectionThatIsNeverMadeIsReportedLater() {
        waits = true;
        pending.setUncancellable();
        List<BackendFailureReason> failures = new ArrayList<>();
        RelayBackendConnection link = link(true);
        link.connect(ADDRESS);
        link.goElsewhere(failures::add);
        pending.setFailure(new ConnectException("refused"));
        channel.runPendingTasks();
        assertEquals(List.of(BackendFailureReason.UNREACHABLE), failures);
    }

    private static final class Nobody implements RelayBackendConnection.User {
        @Override
        public void connected(BackendChannel stream) {}

        @Override
        public void unconnected(BackendFailureReason why) {}

        @Override
        public void received(HttpObject message) {}

        @Override
        public void received(RawResponseHead response) {}

        @Override
        public void received(ByteBuf piece, boolean last) {}

        @Override
        public void readComplete() {}

        @Override
        public void writable() {}

        @Override
        public void closed() {}
    }
}
