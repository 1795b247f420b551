package io.gosling.gos.memory;

import io.gosling.gos.purge.ChangeSelectorFactory;
import io.gosling.gos.purge.PurgeHistory;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.purge.PurgeTargetResolver;
import io.gosling.purge.PurgeableCopies;
import io.gosling.purge.message.PurgeRecord;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeRequest.Strength;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * This node's memory, as purges see it: they are recorded, and whatever is about to be served, shared or stored is
 * checked against them ({@link PurgeHistory}). One thread at a time delivers purges in constant time, except when old
 * purges have to be forgotten.
 */
public record PurgeableMemory(NodeObjectMemory memory, PurgeTargetResolver keys) implements PurgeableCopies {
    private static final Logger LOG = System.getLogger(PurgeableMemory.class.getName());

    public PurgeableMemory {
        keys = ChangeSelectorFactory.beside(keys);
    }

    @Override
    public void apply(PurgeRequest purge) {
        if (purge.strength() == Strength.SOFT) {
            memory.soften(targets(purge));
        } else {
            memory.purge(targets(purge));
        }
    }

    @Override
    public void learn(PurgeRecord record, long leaseEnd) {
        RepositoryTier repository = memory.repository().get();
        PurgeRequest purge = record.purge();
        List<PurgeTarget> targets = targets(purge);
        if (repository != null) {
            repository.purged(record, targets);
        }
        if (purge.strength() == Strength.SOFT) {
            memory.soften(targets, leaseEnd);
        } else {
            memory.purge(targets);
        }
    }

    @Override
    public void doubt() {
        RepositoryTier repository = memory.repository().get();
        if (repository != null) {
            repository.doubt();
        }
        memory.purges().doubtAll();
    }

    /** The number of objects here that a purge selects and earlier ones have left. Looks at all of them. */
    public int count(PurgeRequest purge) {
        memory.hot().freePurged();
        return memory.hot().keys(targets(purge)).size();
    }

    /**
     * The targets of a purge, in this node's keys.
     *
     * <p>A selector that another program version may have let pass is applied to nothing rather than to the wrong
     * objects.
     */
    public List<PurgeTarget> targets(PurgeRequest purge) {
        List<PurgeTarget> targets = new ArrayList<>();
        purge.selectors().forEach(selector -> {
            try {
                targets.addAll(keys.of(selector));
            } catch (IllegalArgumentException e) {
                LOG.log(Level.WARNING, "a part of a purge was ignored: {0}", e.getMessage());
            }
        });
        return targets;
    }
}
