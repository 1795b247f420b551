/**
 * Access control data: client addresses, address blocks, users and password hashes.
 *
 * <p>Start at {@link AccessRule}, which combines them for one path pattern. {@link ForwardedClientResolver} finds the
 * client behind X-Forwarded-For; {@link PasswordVerifier} bounds how many hashes are compared at a time. The filter
 * that enforces the rules is {@code AccessFilter}. Depends on io.gosling.http and io.gosling.site.rules; knows no
 * {@code Site}.
 */
@NullMarked
package io.gosling.site.access;

import org.jspecify.annotations.NullMarked;
