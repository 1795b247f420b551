/**
 * The command line of Gosling: one class per verb, named after it, and the root command.
 *
 * <p>Start at {@link io.gosling.node.cli.GoslingCommand}, which lists the verbs; {@link io.gosling.node.cli.ServeVerb},
 * {@link io.gosling.node.cli.DispatchVerb} and {@link io.gosling.node.cli.UpVerb} start processes,
 * {@link io.gosling.node.cli.PurgeVerb}, {@link io.gosling.node.cli.DrainVerb} and
 * {@link io.gosling.node.cli.StatusVerb} ask running processes through their admin API, and
 * {@link io.gosling.node.cli.ValidateVerb} checks a configuration without starting anything. Only Main uses this
 * package. A verb parses and reports; the work is in run, supervise and report.
 */
@NullMarked
package io.gosling.node.cli;

import org.jspecify.annotations.NullMarked;
