package io.gosling.site.access;

import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An allow list and a deny list of client addresses. Immutable.
 *
 * @param allow if there are any, the client must be in one of them
 * @param deny the client must be in none of them
 */
public record AddressAccessList(List<AddressBlock> allow, List<AddressBlock> deny) {
    public AddressAccessList {
        allow = List.copyOf(allow);
        deny = List.copyOf(deny);
    }

    public boolean isEmpty() {
        return allow.isEmpty() && deny.isEmpty();
    }

    /** Returns whether this client is let in; an unknown client is let in only where there is no list. */
    public boolean lets(@Nullable InetAddress client) {
        if (client == null) {
            return isEmpty();
        }
        boolean allowed = allow.isEmpty() || allow.stream().anyMatch(block -> block.contains(client));
        return allowed && deny.stream().noneMatch(block -> block.contains(client));
    }
}
