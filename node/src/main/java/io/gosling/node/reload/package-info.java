/**
 * Reloading of the configuration while the process runs: a wrong one changes nothing, and settings that require a
 * restart are named.
 *
 * <p>Start at {@link ConfigurationReloader}; a {@link ReloadablePart} is what takes new settings. Used by run.
 */
@NullMarked
package io.gosling.node.reload;

import org.jspecify.annotations.NullMarked;
