/**
 * The outside view of a process: the paths of the admin port, counters of answers, metrics, and JSON.
 *
 * <p>Start at {@link io.gosling.node.admin.AdminApiHandler}.
 */
@NullMarked
package io.gosling.node.admin;

import org.jspecify.annotations.NullMarked;
