package io.gosling.replication.plan;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A server's own view of the others (DC-Apache, section 3.1.1): the last report of each in any message. Immutable. Ages
 * are differences of this server's own ticker, so that clocks need not agree.
 */
public final class ServerLoadTable {
    private static final ServerLoadTable EMPTY = new ServerLoadTable(new TreeMap<>());

    private final SortedMap<String, CoopServerView> servers;

    private ServerLoadTable(SortedMap<String, CoopServerView> servers) {
        this.servers = servers;
    }

    public static ServerLoadTable empty() {
        return EMPTY;
    }

    /** Replaces an older report of the same server; a report that is older than the known one changes nothing. */
    public ServerLoadTable heard(CoopServerView view) {
        CoopServerView known = servers.get(view.name());
        if (known != null && known.heardNanos() - view.heardNanos() > 0) {
            return this;
        }
        TreeMap<String, CoopServerView> more = new TreeMap<>(servers);
        more.put(view.name(), view);
        return new ServerLoadTable(more);
    }

    public ServerLoadTable without(String name) {
        TreeMap<String, CoopServerView> fewer = new TreeMap<>(servers);
        return fewer.remove(name) == null ? this : new ServerLoadTable(fewer);
    }

    public Collection<CoopServerView> servers() {
        return List.copyOf(servers.values());
    }

    public Optional<CoopServerView> server(String name) {
        return Optional.ofNullable(servers.get(name));
    }

    /** The load figures by name, for choosing among copies. */
    public Map<String, ServerLoad> loads() {
        Map<String, ServerLoad> loads = new TreeMap<>();
        servers.values().forEach(server -> loads.put(server.name(), server.load()));
        return loads;
    }
}
