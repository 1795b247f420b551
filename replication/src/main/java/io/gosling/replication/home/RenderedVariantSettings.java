package io.gosling.replication.home;

import java.time.Duration;

/**
 * Settings of the pages that are kept as rendered, with chosen links, for the event-loop path.
 *
 * @param age longest time for which a page is sent with the same choice; zero chooses for each response
 * @param memory bytes of all such pages that are kept or on their way
 */
public record RenderedVariantSettings(Duration age, long memory) {}
