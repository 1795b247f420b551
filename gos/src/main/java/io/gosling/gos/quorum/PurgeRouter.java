package io.gosling.gos.quorum;

import io.gosling.gos.purge.ChangeSelectors;
import io.gosling.gos.repository.CopyValidity;
import io.gosling.gos.repository.PurgedKeys;
import io.gosling.purge.PurgeableCopies;
import io.gosling.purge.message.Purge;
import io.gosling.purge.message.PurgeRecord;
import io.gosling.purge.message.Selector;
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
public record PurgeRouter(PurgeableCopies served, PurgedKeys objects) implements PurgeableCopies {
    private static final Selector ANY_OBJECT = new Selector.Url(CopyValidity.NAMES + CopyValidity.ANY);

    @Override
    public void apply(Purge purge) {
        ofWhatIsServed(purge).ifPresent(served::apply);
    }

    @Override
    public void learn(PurgeRecord record, long leaseEnd) {
        ofWhatIsServed(record.purge())
                .ifPresent(purge -> served.learn(new PurgeRecord(record.stream(), record.number(), purge), leaseEnd));
    }

    private static boolean isOfObject(Selector selector) {
        return selector instanceof Selector.Url && selector.name().startsWith(CopyValidity.NAMES);
    }

    /**
     * Objects that change may be very many, and so may URLs; a copy in doubt costs a question to its home or origin,
     * often without bytes.
     */
    @Override
    public @Nullable Purge shorter(Purge purge) {
        List<Selector> names = purge.selectors();
        boolean many = names.size() > 1;
        if (many && names.stream().allMatch(PurgeRouter::isOfObject)) {
            return new Purge(List.of(ANY_OBJECT), purge.strength());
        }
        return many && names.stream().allMatch(ChangeSelectors::isOne)
                ? new Purge(List.of(ChangeSelectors.ANY), purge.strength())
                : null;
    }

    private Optional<Purge> ofWhatIsServed(Purge purge) {
        List<UUID> hashes = new ArrayList<>();
        List<Selector> others = new ArrayList<>();
        for (Selector selector : purge.selectors()) {
            if (selector.equals(ChangeSelectors.ANY)) {
                served.doubt();
            } else if (!isOfObject(selector)) {
                others.add(selector);
            } else if (selector.equals(ANY_OBJECT)) {
                objects.doubtAll();
            } else {
                try {
                    hashes.add(UUID.fromString(selector.name().substring(CopyValidity.NAMES.length())));
                } catch (IllegalArgumentException e) {
                    // Written by hand: there is no such object.
                }
            }
        }
        if (!hashes.isEmpty()) {
            objects.add(hashes);
        }
        if (others.stream().anyMatch(Selector.Tag.class::isInstance)) {
            objects.doubtAll();
        }
        return others.isEmpty() ? Optional.empty() : Optional.of(new Purge(others, purge.strength()));
    }

    @Override
    public long doubt() {
        objects.doubtAll();
        return served.doubt();
    }
}
