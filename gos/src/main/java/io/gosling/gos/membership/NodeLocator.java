package io.gosling.gos.membership;

import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the name of a node to the address for its messages. The member list comes first; but after each partition
 * it differs from node to node for many seconds, and the leases must not wait for that. So addresses that were seen
 * are remembered, and each message carries the address of its sender and the last known addresses of the quorum
 * members: two of them that have both just been restarted, and do not see each other in their lists, learn of each
 * other from the third. Safe for use by many threads.
 */
public final class NodeLocator {
    static final int MOST = 4096;

    private static final String GAP = " ";
    private static final String IS_AT = "=";

    /**
     * The last known address of a name.
     *
     * @param sure true if the node itself or the member list reports it, and no request to it has failed since
     * @param silent the address that did not answer last: the list may have a process that is dead under a name that
     *     lives elsewhere
     */
    private record Seen(
            InetSocketAddress address,
            boolean sure,
            @Nullable InetSocketAddress silent) {
        Seen doubted(InetSocketAddress where) {
            return new Seen(address, sure && !address.equals(where), where);
        }

        Seen heard(InetSocketAddress where) {
            return new Seen(where, true, where.equals(silent) ? null : silent);
        }

        Seen listed(InetSocketAddress where) {
            return new Seen(where, true, silent);
        }

        Seen hearsay(InetSocketAddress where) {
            return sure ? this : new Seen(where, false, silent);
        }
    }

    private final KnownNodes book;
    private final Set<String> voters;
    private final Map<String, Seen> seen = new ConcurrentHashMap<>();

    public NodeLocator(KnownNodes book, Collection<String> voters) {
        this.book = book;
        this.voters = Set.copyOf(voters);
    }

    /** The last known address of a node; null when unknown. */
    @Nullable
    public InetSocketAddress of(String name) {
        ClusterMember member = book.byName(name);
        InetSocketAddress listed = member == null ? null : member.peer();
        Seen last = seen.get(name);
        if (listed != null && (last == null || !listed.equals(last.silent()))) {
            remember(name, listed, known -> known.listed(listed));
            return listed;
        }
        return last == null ? null : last.address();
    }

    /** Nobody of this name answered there: another may know better. */
    public void doubt(String name, InetSocketAddress address) {
        seen.computeIfPresent(name, (same, last) -> last.doubted(address));
    }

    /**
     * The addresses of this node and of the quorum members it has seen, to go with a message; empty while it does not
     * know its own.
     */
    public String tell() {
        ClusterMember self = book.self();
        return self.peer() == null
                ? ""
                : Stream.concat(
                                entry(self.name(), self.peer()),
                                voters.stream()
                                        .filter(voter -> !voter.equals(self.name()))
                                        .flatMap(voter -> entry(voter, of(voter))))
                        .collect(Collectors.joining(GAP));
    }

    private static Stream<String> entry(String name, @Nullable InetSocketAddress address) {
        return address == null ? Stream.empty() : Stream.of(name + IS_AT + SocketAddressFormat.text(address));
    }

    /**
     * Takes the addresses that came with a message: its sender is believed about itself, and about others where
     * nothing better is known.
     *
     * @param writer the name of the sender
     */
    public void hear(String writer, @Nullable String told) {
        if (told != null) {
            // One more piece than is read: the rest is ignored.
            Stream.of(told.split(GAP, voters.size() + 2))
                    .limit(voters.size() + 1)
                    .map(entry -> entry.split(IS_AT, 2))
                    .filter(entry -> entry.length == 2)
                    .forEach(entry -> hear(entry[0], SocketAddressFormat.parse(entry[1]), writer));
        }
    }

    private void hear(String name, @Nullable InetSocketAddress address, String writer) {
        if (address != null && name.equals(writer)) {
            remember(name, address, known -> known.heard(address));
        } else if (address != null && voters.contains(name)) {
            seen.compute(name, (same, last) -> last == null ? new Seen(address, false, null) : last.hearsay(address));
        }
    }

    private void remember(String name, InetSocketAddress address, UnaryOperator<Seen> news) {
        Seen last = seen.get(name);
        if (last != null && last.equals(news.apply(last))) {
            return;
        }
        if (last == null && seen.size() >= MOST) {
            seen.keySet().retainAll(voters);
        }
        seen.compute(name, (same, known) -> known == null ? new Seen(address, true, null) : news.apply(known));
    }
}
