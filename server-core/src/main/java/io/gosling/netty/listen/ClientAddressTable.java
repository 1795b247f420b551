package io.gosling.netty.listen;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.Ticker;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitCounters;
import io.netty.channel.Channel;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table of the connected clients by address, and of the addresses that left lately and had exceeded their rate. As
 * many entries as there are open connections, and {@value #REMEMBERED} at most beside them. Safe for use by
 * many threads; the lock is taken once when a connection opens and once when it closes.
 */
public final class ClientAddressTable {
    /** Addresses without a connection whose rate is remembered. */
    static final int REMEMBERED = 1 << 16;

    private volatile HttpLimits limits;
    private final LimitCounters counts;
    private final Ticker ticker;

    @GuardedBy("this")
    private final Map<Key, ClientAddressUsage> present = new HashMap<>();

    @GuardedBy("this")
    private final Map<Key, ClientAddressUsage> left = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, ClientAddressUsage> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** An IPv4 address, or the network part of an IPv6 address. */
    public record Key(boolean six, long bits) {
        public static Key of(InetAddress address) {
            ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
            return address instanceof Inet6Address ? new Key(true, bytes.getLong()) : new Key(false, bytes.getInt());
        }
    }

    public ClientAddressTable(HttpLimits limits, LimitCounters counts, Ticker ticker) {
        this.limits = limits;
        this.counts = counts;
        this.ticker = ticker;
    }

    public static ClientAddressTable unlimited() {
        return new ClientAddressTable(HttpLimits.defaults(), new LimitCounters(), Ticker.system());
    }

    public LimitCounters counts() {
        return counts;
    }

    /** Sets other limits, for connections that open from now on. */
    public void limit(HttpLimits each) {
        limits = each;
    }

    /** Counts a connection as its client's, until it closes; returns false when that address has as many as it may. */
    public boolean admit(Channel connection, SocketAddress client) {
        if (!limits.limitsAddresses() || !(client instanceof InetSocketAddress inet)) {
            return true;
        }
        ClientAddressUsage clientUsage = enter(inet.getAddress());
        if (clientUsage == null) {
            return false;
        }
        connection.attr(ClientAddressUsage.KEY).set(clientUsage);
        connection.closeFuture().addListener(closed -> leave(clientUsage));
        return true;
    }

    synchronized @Nullable ClientAddressUsage enter(InetAddress address) {
        Key key = Key.of(address);
        ClientAddressUsage clientUsage = present.get(key);
        if (clientUsage == null) {
            ClientAddressUsage before = left.remove(key);
            clientUsage = before == null ? new ClientAddressUsage(key, limits, ticker.nanos()) : before;
            present.put(key, clientUsage);
        } else if (limits.get(HttpLimits.ADDRESS_CONNECTIONS) > 0
                && clientUsage.connections >= limits.get(HttpLimits.ADDRESS_CONNECTIONS)) {
            return null;
        }
        clientUsage.within(limits);
        clientUsage.connections++;
        return clientUsage;
    }

    synchronized void leave(ClientAddressUsage clientUsage) {
        if (--clientUsage.connections == 0) {
            present.remove(clientUsage.key);
            if (!clientUsage.isRested(ticker.nanos())) {
                left.put(clientUsage.key, clientUsage);
            }
        }
    }

    synchronized int size() {
        return present.size() + left.size();
    }
}
