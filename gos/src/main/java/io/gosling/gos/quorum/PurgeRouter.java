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
import org.jspecify.annotations.Nullable;

/**
 * Separates purges of repository objects, and of more than could be named, from those of served responses, so that
 * neither forces the other's copies to be revalidated. A purge by tag concerns both: an object's home is asked again,
 * which has the current object.
 */
public record PurgeRouter(PurgeableCopies served, RepositoryPurgeHistory objects) implements PurgeableCopies {
    private static final PurgeSelector ANY_OBJECT = new PurgeSelector.Url(CopyCoherence.NAMES + CopyCoherence.ANY);

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

    /**
     * Objects that change may be very many, and so may URLs; a copy in doubt costs a question to its home or origin,
     * often without bytes.
     */
    @Override
    public @Nullable PurgeRequest shorter(PurgeRequest purge) {
        List<PurgeSelector> names = purge.selectors();
        boolean many = names.size() > 1;
        if (many && names.stream().allMatch(PurgeRouter::isOfObject)) {
            return new PurgeRequest(List.of(ANY_OBJECT), purge.strength());
        }
        return many && names.stream().allMatch(ChangeSelectorFactory::isOne)
                ? new PurgeRequest(List.of(ChangeSelectorFactory.ANY), purge.strength())
                : null;
    }

    private Optional<PurgeRequest> ofWhatIsServed(PurgeRequest purge) {
        List<UUID> hashes = new ArrayList<>();
        List<PurgeSelector> others = new ArrayList<>();
        for (PurgeSelector selector : purge.selectors()) {
            if (selector.equals(ChangeSelectorFactory.ANY)) {
                served.doubt();
            } else if (!isOfObject(selector)) {
                others.add(selector);
            } else if (selector.equals(ANY_OBJECT)) {
                objects.doubtAll();
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
