/**
 * Access control data: client addresses, address blocks, users and password hashes.
 *
 * <p>Start at {@link io.gosling.site.access.AccessRule}, which combines them for one path pattern. {@link
 * io.gosling.site.access.ForwardedClientResolver} finds the client behind X-Forwarded-For; Passwords bounds
 * how many hashes are compared at a time. The filter that enforces the rules is io.gosling.site.AccessFilter. Depends
 * on io.gosling.http and io.gosling.site.rules; knows no Site.
 */
@NullMarked
package io.gosling.site.access;

import org.jspecify.annotations.NullMarked;
