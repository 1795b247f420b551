/**
 * Checks of the machine for {@code gosling doctor}: limits, ports, files, rights and clock, against a configuration.
 *
 * <p>Start at {@link Doctor}, which asks a {@link Machine} and returns a {@link Finding} for each check. Used by cli.
 */
@NullMarked
package io.gosling.node.doctor;

import org.jspecify.annotations.NullMarked;
