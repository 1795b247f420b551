package io.gosling.gos.warm;

import io.gosling.gos.objecttable.AgedCount;

/**
 * An object that is worth moving. Immutable.
 *
 * @param count its count, as far as the reporting node knows it
 */
public record MovableObject(String key, AgedCount count, long bytes) {
    /** @throws IllegalArgumentException when it is no key of an object */
    public MovableObject {
        if (!(key.startsWith("/") || key.contains("://")) || key.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("\"" + key + "\" is no key; expected a path or a URL in one line");
        }
        if (bytes < 0) {
            throw new IllegalArgumentException(bytes + " bytes; expected 0 or more");
        }
    }
}
