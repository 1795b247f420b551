/**
 * The supervisor behind "gosling up": a whole cluster, or a replica set, as child processes of one command.
 *
 * <p>Start at {@link Supervisor}. {@link ClusterCommandLines} and {@link ReplicaSetCommandLines} compute the command
 * lines, without side effects; {@link ChildProcess} runs one process and restarts it with a growing delay ({@link
 * RestartDelay}). {@link TemporaryRunDirectory} holds the secret of one run, {@link SampleSite} the pages that are
 * served when no directory is named. Used by {@code UpVerb} only. It starts processes and polls their admin API, and
 * depends on none of the classes that run inside them.
 */
@NullMarked
package io.gosling.node.supervise;

import org.jspecify.annotations.NullMarked;
