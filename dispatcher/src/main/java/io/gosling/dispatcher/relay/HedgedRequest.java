package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.backend.BackendChannel;
import io.gosling.dispatcher.backend.BackendFailureReason;
import io.gosling.dispatcher.backend.RawResponseHead;
import io.gosling.dispatcher.backend.RelayBackendConnection;
import io.gosling.dispatcher.balancer.AdmissionTicket;
import io.gosling.dispatcher.balancer.BackendState;
import io.gosling.netty.client.RequestChannelPool;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.ReferenceCountUtil;

/**
 * A hedged request of a {@link RequestRelay}: the second back-end, tried while the first has not begun to answer. The
 * relay takes the response that begins first, and ignores the other one. Belongs to the relay's event loop.
 *
 * <ol>
 *   <li>asking: a connection is taken from the pool, and the request is sent
 *   <li>chosen: the relay goes on with its ticket and its connection, and receives everything that comes
 *   <li>or dropped: the connection is closed and the ticket finished; the relay has a response, or is over
 * </ol>
 */
final class HedgedRequest implements AdmissionTicket.Waiter, RelayBackendConnection.User {
    private final RequestRelay relay;
    final AdmissionTicket ticket;
    final RelayBackendConnection connection;
    private boolean sent;

    HedgedRequest(RequestRelay relay, AdmissionTicket first, RequestChannelPool connections, EventLoop loop) {
        this.relay = relay;
        this.ticket = new AdmissionTicket(first.routingKey, loop, this);
        ticket.pool = first.pool;
        this.connection = new RelayBackendConnection(connections, loop, this, true);
    }

    boolean isSent() {
        return sent;
    }

    /** Has the relay receive everything from now on. */
    void choose() {
        ticket.waiter = relay;
        connection.become(relay);
    }

    @Override
    public void connected(BackendChannel stream) {
        sent = true;
        relay.ask(stream);
        if (stream.equals(connection.stream())) {
            stream.read();
        }
    }

    @Override
    public void unconnected(BackendFailureReason why) {
        relay.hedgeFailed(ticket, why);
    }

    @Override
    public void received(HttpObject message) {
        if (begins(statusOf(message))) {
            relay.received(message);
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void received(RawResponseHead response) {
        if (begins(response.status())) {
            relay.received(response);
        }
    }

    @Override
    public void received(ByteBuf piece, boolean last) {
        relay.received(piece, last);
    }

    /** The status of a message; an error for malformed ones. */
    private static int statusOf(HttpObject message) {
        if (message.decoderResult().isFailure()) {
            return HttpResponseStatus.BAD_GATEWAY.code();
        }
        return message instanceof HttpResponse head ? head.status().code() : HttpResponseStatus.CONTINUE.code();
    }

    /** Returns true if the relay takes this response: no interim ones, and no errors, which drop the second. */
    private boolean begins(int status) {
        boolean good = status >= 200 && status < 500;
        if (good) {
            relay.hedgeAnswers();
        } else if (status >= 500) {
            relay.dropHedge();
        }
        return good;
    }

    @Override
    public void readComplete() {
        BackendChannel stream = connection.stream();
        if (stream != null) {
            stream.read();
        }
    }

    @Override
    public void writable() {}

    @Override
    public void closed() {
        relay.hedgeFailed(ticket, connection.failure());
    }

    @Override
    public void gone(BackendState left) {
        relay.hedgeGone(left);
    }
}
