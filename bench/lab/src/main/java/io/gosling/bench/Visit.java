package io.gosling.bench;

import java.util.List;
import java.util.Optional;

/**
 * One request of a crawl with its results.
 *
 * @param leadsTo targets inside the site that the answer links to, redirects included
 */
record Visit(String target, Fetched fetched, Optional<String> difference, List<String> leadsTo) {
    Visit {
        leadsTo = List.copyOf(leadsTo);
    }
}
