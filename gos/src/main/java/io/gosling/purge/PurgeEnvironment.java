package io.gosling.purge;

import java.util.Collection;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * The services that {@link PurgeParticipant} needs from its process.
 *
 * @param nodes names of the nodes that are visible at present, to which purges are sent; nothing is counted by them
 * @param random for the names of logs and epochs: unpredictable in production, seeded in tests
 * @param wallMillis milliseconds since 1970
 */
public record PurgeEnvironment(
        PurgeableCopies copies,
        Supplier<? extends Collection<String>> nodes,
        RandomGenerator random,
        LongSupplier wallMillis) {}
