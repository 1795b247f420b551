/**
 * The outside view of a process: the paths of the admin port, counters of answers, metrics, and JSON.
 *
 * <p>Start at {@link AdminApiHandler}. Used by run; the client side is in io.gosling.node.report.
 */
@NullMarked
package io.gosling.node.admin;

import org.jspecify.annotations.NullMarked;
