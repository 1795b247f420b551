package io.gosling.gos.quorum;

import io.gosling.gos.purge.ChangeSelectorFactory;
import io.gosling.gos.repository.CopyCoherence;
import io.gosling.gos.repository.RepositoryPurgeHistory;
import io.gosling.purge.PurgeableCopies;
import io.gosling.purge.message.PurgeRecord;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Separates purges of repository objects, and of more than could be named, from those of served responses, so that
 * neither forces the other's copies to be revalidated. A purge by tag concerns both: an object's home is asked again,
 * which has the current object.
 */
public record PurgeRouter(PurgeableCopies served, RepositoryPurgeHistory objects) implements PurgeableCopies {
    @Override
    public void apply(PurgeRequest purge) {
        ofWhatIsServed(purge).ifPresent(served::apply);
    }

    @Override
    public void learn(PurgeRecord record, long leaseEnd) {
        ofWhatIsServed(record.purge())
                .ifPresent(purge -> served.learn(new PurgeRecord(record.stream(), record.number(), purge), leaseEnd));
    }

    private static boolean isOfObject(PurgeSelector selector) {
        return selector instanceof PurgeSelector.Url && selector.name().startsWith(CopyCoherence.NAMES);
    }

    private Optional<PurgeRequest> ofWhatIsServed(PurgeRequest purge) {
        List<UUID> hashes = new ArrayList<>();
        List<PurgeSelector> others = new ArrayList<>();
        for (PurgeSelector selector : purge.selectors()) {
            if (selector.equals(ChangeSelectorFactory.ANY)) {
                served.doubt();
            } else if (!isOfObject(selector)) {
                others.add(selector);
            } else {
                try {
                    hashes.add(UUID.fromString(selector.name().substring(CopyCoherence.NAMES.length())));
                } catch (IllegalArgumentException e) {
                    // Written by hand: there is no such object.
                }
            }
        }
        if (!hashes.isEmpty()) {
            objects.add(hashes);
        }
        if (others.stream().anyMatch(PurgeSelector.Tag.class::isInstance)) {
            objects.doubtAll();
        }
        return others.isEmpty() ? Optional.empty() : Optional.of(new PurgeRequest(others, purge.strength()));
    }

    @Override
    public void doubt() {
        objects.doubtAll();
        served.doubt();
    }
}
