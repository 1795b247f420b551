package io.gosling.gos.quorum;

import io.gosling.gos.membership.QuorumSettings;
import io.gosling.purge.LeaseAndVoteStatus;
import io.gosling.purge.message.PurgeVersionVector;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** Logs when a node gains or loses its lease, and which quorum members do not answer it. Belongs to one thread. */
final class LeaseWarnings {
    private static final Logger LOG = System.getLogger(LeaseWarnings.class.getName());

    /** Leases after the start in which a missing lease is not logged. */
    private static final int LEASES_AT_START = 3;

    private final String node;
    private final QuorumSettings settings;
    private boolean warned;
    private int looks;
    /** True if the last message said that there is a lease; null before the first one. */
    private @Nullable Boolean told;

    private String trouble = "";

    LeaseWarnings(String node, QuorumSettings settings) {
        this.node = node;
        this.settings = settings;
        if (settings.voters().contains(node)
                && settings.find(QuorumSettings.FILE).isEmpty()) {
            LOG.log(
                    Level.INFO,
                    "{0} keeps its record of purges in memory only, and asks the other voters for it after a restart;"
                            + " to keep it on disk, set voter-file",
                    node);
        }
    }

    /** Checks the number of purge logs against its bound, once a second. */
    void lookAtLogs(int known) {
        if (!warned && known > PurgeVersionVector.MOST_STREAMS - PurgeVersionVector.MOST_STREAMS / 4) {
            warned = true;
            LOG.log(
                    Level.WARNING,
                    "{0} knows {1} logs of purges, each begun by a voter that began anew, of at most {2}: beyond, the"
                            + " purges of further ones reach no node; stop all nodes, delete the voters'' files and"
                            + " start again, with a voter-file for each",
                    node,
                    Integer.toString(known),
                    Integer.toString(PurgeVersionVector.MOST_STREAMS));
        }
    }

    /** Once a second. */
    void look(LeaseAndVoteStatus vouching) {
        boolean holds = vouching.holdsLease();
        if (told == null
                ? holds || ++looks > LEASES_AT_START * settings.purges().lease().toSeconds()
                : holds != told) {
            told = holds;
            if (holds) {
                LOG.log(Level.INFO, "{0} serves from memory: voters {1} vouch for it", node, vouching.heard());
            } else {
                LOG.log(
                        Level.WARNING,
                        "{0} asks its sources before each answer: it has no lease; voters it heard in the last {1} ms:"
                                + " {2}, not: {3}",
                        node,
                        settings.purges().lease().toMillis(),
                        vouching.heard(),
                        vouching.unheard());
            }
        }
        if (!vouching.trouble().equals(trouble)) {
            trouble = vouching.trouble();
            if (!trouble.isEmpty()) {
                LOG.log(Level.WARNING, "{0} does not vote: {1}", node, trouble);
            }
        }
    }
}
