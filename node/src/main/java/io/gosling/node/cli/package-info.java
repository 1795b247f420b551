/**
 * The command line of Gosling: one class per verb, named after it, and the root command.
 *
 * <p>Start at {@link GoslingCommand}, which lists the verbs; {@link ServeVerb}, {@link DispatchVerb} and {@link UpVerb}
 * start processes, {@link PurgeVerb}, {@link DrainVerb}, {@link ReloadVerb} and {@link StatusVerb} ask running processes
 * through their admin API, and {@link ValidateVerb} checks a configuration without starting anything. Only {@code Main} uses this
 * package. A verb parses and reports; the work is in run, supervise and report.
 */
@NullMarked
package io.gosling.node.cli;

import org.jspecify.annotations.NullMarked;
