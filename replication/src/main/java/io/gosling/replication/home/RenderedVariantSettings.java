package io.gosling.replication.home;

import java.time.Duration;

/**
 * What is kept of pages with the links that were chosen, for the fast lane.
 *
 * @param age how long a page is sent with the same choice at most; zero chooses for each response
 * @param memory bytes of all such pages that are kept or on their way
 */
public record RenderedVariantSettings(Duration age, long memory) {}
