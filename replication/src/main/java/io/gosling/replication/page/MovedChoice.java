package io.gosling.replication.page;

import org.jspecify.annotations.Nullable;

/** Says, for one response, where the links of a page are to lead that is away from its home. */
@FunctionalInterface
public interface MovedChoice {
    /** The absolute address of a copy, without query and fragment, which stay those of the link; null to lead home. */
    @Nullable
    String address(MovedLink link);
}
