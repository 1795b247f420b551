/**
 * The main class of gosling.jar.
 *
 * <p>Start at {@link Main}, which prepares signals and logging and runs one verb; everything else is in the packages
 * below. From the top: cli (the verbs), supervise and run (several processes, one process), content, process, report,
 * configuration, command, settings. Nothing depends on this package.
 */
@NullMarked
package io.gosling.node;

import org.jspecify.annotations.NullMarked;
