package io.gosling.replication.graph;

import java.util.Set;

/**
 * The use of an address in a page.
 *
 * @param destination the destination of requests for it
 * @param references true if an ampersand is written as a character reference there
 * @param cautions reasons why it may not simply lead to another server
 */
public record LinkUse(RequestDestination destination, boolean references, Set<LinkCaution> cautions) {
    public LinkUse {
        cautions = Set.copyOf(cautions);
    }
}
