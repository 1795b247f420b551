package io.gosling.gos.quorum;

import io.gosling.gos.membership.QuorumSettings;
import io.gosling.purge.LeaseAndVoteStatus;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Logs when a node gains or loses its lease, and which quorum members do not answer it. Belongs to one thread. */
final class LeaseWarnings {
    private static final Logger LOG = System.getLogger(LeaseWarnings.class.getName());

    /** Leases after the start in which a missing lease is not logged. */
    private static final int LEASES_AT_START = 3;

    private final String node;
    private final QuorumSettings settings;
    private final int timeout;
    private boolean warned;
    private int looks;
    private boolean told;
    private boolean held;
    private String trouble = "";

    LeaseWarnings(String node, QuorumSettings settings) {
        this.node = node;
        this.settings = settings;
        this.timeout = (int) settings.purges().lease().toSeconds() * LEASES_AT_START;
        if (settings.voters().contains(node)
                && settings.find(QuorumSettings.FILE).isEmpty()) {
            LOG.log(
                    Level.INFO,
                    "{0} keeps its record of purges in memory only, and asks the other voters for it after a restart;"
                            + " to keep it on disk, set voter-file",
                    node);
        }
    }

    /** Checks the length of the reported purges against the longest header, once a second. */
    void lookAtClock(int told, int most) {
        if (!warned && told > most - most / 4) {
            warned = true;
            LOG.log(
                    Level.WARNING,
                    "what {0} knows of purges takes {1} bytes of each question to another node, which may have {2}"
                            + " bytes of header: beyond, no node gives a copy to another; each voter that began anew"
                            + " has added some; stop all nodes, delete the voters'' files and start again, with a"
                            + " voter-file for each",
                    node,
                    Integer.toString(told),
                    Integer.toString(most));
        }
    }

    /** Once a second. */
    void look(LeaseAndVoteStatus vouching) {
        boolean first = !told && (vouching.holdsLease() || ++looks > timeout);
        if (first || told && vouching.holdsLease() != held) {
            told = true;
            held = vouching.holdsLease();
            if (held) {
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
