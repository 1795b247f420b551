package io.gosling.purge;

import java.util.Collection;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * What {@link PurgeParticipant} needs of the process it is in.
 *
 * @param copies this node's memory
 * @param nodes names of the nodes that are seen just now, whom purges are told; nothing is counted by them
 * @param random for names of streams and lineages: unpredictable in production, seeded in tests
 * @param wallMillis milliseconds since 1970
 */
public record PurgePorts(
        CopyStore copies,
        Supplier<? extends Collection<String>> nodes,
        RandomGenerator random,
        LongSupplier wallMillis) {}
