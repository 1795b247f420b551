package io.gosling.dispatcher.packet.link;

import io.gosling.dispatcher.packet.frame.IpAddress;
import java.io.IOException;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;

/**
 * A membership in the solicited-node multicast group of an IPv6 address (RFC 4861) that this host's system does not
 * have, so that the network card accepts queries for it and switches with snooping forward them.
 */
public record SolicitedNodeGroup(DatagramChannel channel) implements AutoCloseable {
    /** @throws IOException when this host has no IPv6 there; says what to do */
    public static SolicitedNodeGroup join(NetworkDevice device, IpAddress address) throws IOException {
        DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET6);
        boolean joined = false;
        try {
            NetworkInterface found = NetworkInterface.getByIndex(device.index());
            if (found == null) {
                throw new IOException("interface " + device.name() + " is gone");
            }
            channel.join(address.solicited().toInetAddress(), found);
            joined = true;
            return new SolicitedNodeGroup(channel);
        } catch (UnsupportedOperationException e) {
            throw new IOException(
                    "there is no IPv6 here; the system has to have it, and java.net.preferIPv4Stack to be left out", e);
        } finally {
            if (!joined) {
                channel.close();
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
