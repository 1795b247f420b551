package io.gosling.replication.members;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides the log lines about other servers' silence: one when a server that was heard before does not answer, one when
 * a server has not answered for a while since the start, and one when it answers again. For many threads.
 */
public final class SilenceLog {
    /** A JVM on a busy machine takes some seconds until it answers. */
    static final Duration FIRST = Duration.ofSeconds(10);

    private final Map<String, Silence> silences = new ConcurrentHashMap<>();
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    private record Silence(long sinceNanos, boolean said, String why) {}

    /** A server was heard from: returns the line to log, or null. */
    @Nullable
    public String heard(ReplicaPeer peer) {
        known.add(peer.name());
        Silence ended = silences.remove(peer.name());
        return ended != null && ended.said() ? peer.name() + " is heard again" : null;
    }

    /** The reason why the server did not answer the last request; empty if it did, or there was none. */
    public String why(ReplicaPeer peer) {
        Silence silence = silences.get(peer.name());
        return silence == null ? "" : silence.why();
    }

    /** A server did not answer a request, for this reason: returns the line to log, or null. */
    @Nullable
    public String silent(ReplicaPeer peer, String why, long nowNanos) {
        boolean[] first = {false};
        silences.compute(peer.name(), (name, before) -> {
            Silence silence = before == null ? new Silence(nowNanos, false, why) : before;
            boolean due = known.contains(name) || nowNanos - silence.sinceNanos() >= FIRST.toNanos();
            first[0] = due && !silence.said();
            return new Silence(silence.sinceNanos(), due || silence.said(), why);
        });
        return first[0] ? peer.name() + " does not answer, and nobody is sent there: " + why : null;
    }
}
