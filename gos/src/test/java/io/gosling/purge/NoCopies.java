package io.gosling.purge;

import io.gosling.purge.message.PurgeRequest;

/** No memory at all, as on a front-end that votes. */
public record NoCopies() implements PurgeableCopies {
    @Override
    public void apply(PurgeRequest purge) {}

    @Override
    public void doubt() {}
}
