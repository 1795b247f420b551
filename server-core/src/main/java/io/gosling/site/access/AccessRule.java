package io.gosling.site.access;

import io.gosling.site.rules.PathPattern;
import org.jspecify.annotations.Nullable;

/**
 * A rule that restricts some paths of a site to certain clients and users. Where several rules fit a path, all of them
 * must admit the client.
 *
 * @param users the users, who must give a password, or null where none is needed
 * @param realm the name that a browser shows with the password prompt
 */
public record AccessRule(
        PathPattern path,
        AddressAccessList addresses,
        @Nullable UserFile users,
        String realm) {
    public AccessRule {
        if (!realm.matches("[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]{1,200}")) {
            throw new IllegalArgumentException(
                    "realm '" + realm + "' must be 1 to 200 printable ASCII characters without quotes and backslashes");
        }
    }
}
