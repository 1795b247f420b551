package io.gosling.replication.page;

import io.gosling.replication.page.PreparedPage.PreparedLink;
import org.jspecify.annotations.Nullable;

/** Chooses, for one response, the addresses of a page's links. */
@FunctionalInterface
public interface AddressChoice {
    /**
     * The absolute address of the copy that is chosen, without query and fragment, which stay those of the link; null
     * to leave the link as the page has it. Asked only about links that may be chosen, in their order.
     */
    @Nullable
    String address(PreparedLink link);

    static AddressChoice none() {
        return link -> null;
    }
}
