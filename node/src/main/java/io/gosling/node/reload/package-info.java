/**
 * Reloading of the configuration while the process runs: a wrong one changes nothing, and settings that require a
 * restart are named.
 */
@NullMarked
package io.gosling.node.reload;

import org.jspecify.annotations.NullMarked;
