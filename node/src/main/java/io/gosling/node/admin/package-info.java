/**
 * What is seen from outside: the admin port's paths, the counting of answers, metrics, and JSON.
 *
 * <p>Start at {@link io.gosling.node.admin.AdminApi}.
 */
@NullMarked
package io.gosling.node.admin;

import org.jspecify.annotations.NullMarked;
