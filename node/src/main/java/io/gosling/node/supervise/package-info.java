/**
 * The supervisor behind "gosling up": a whole cluster, or a replica set, as child processes of one command.
 *
 * <p>Start at Supervisor. {@link io.gosling.node.supervise.ClusterPlan} and {@link
 * io.gosling.node.supervise.ReplicaSetPlan} compute the command lines, without side effects; {@link
 * io.gosling.node.supervise.ChildProcess} runs one process and restarts it with a growing delay ({@link
 * io.gosling.node.supervise.RestartDelay}). {@link io.gosling.node.supervise.RunDirectory} holds the secret of one run,
 * {@link io.gosling.node.supervise.SampleSite} the pages that are served when no directory is named. Used by {@code
 * UpVerb} only. It starts processes and polls their admin API, and depends on none of the classes that run inside them.
 */
@NullMarked
package io.gosling.node.supervise;

import org.jspecify.annotations.NullMarked;
