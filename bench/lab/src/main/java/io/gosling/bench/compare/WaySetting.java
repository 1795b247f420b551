package io.gosling.bench.compare;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The parameters that all forwarding modes of a run have in common.
 *
 * @param site files that every node serves
 * @param entry path of what clients ask for first
 * @param apart whether each host is a network namespace; otherwise all are on loopback
 * @param kept whether a connection is for more than one request
 * @param policy of front-ends that see requests
 * @param percent of one CPU for the front-end and for each node while it is measured; 0 for no bounds
 */
record WaySetting(
        Path site,
        String entry,
        boolean apart,
        int nodes,
        int clients,
        boolean kept,
        String policy,
        int percent,
        Duration warmUp,
        Duration measured) {}
