package io.gosling.node.reload;

import io.gosling.node.settings.BadConfiguration;
import io.gosling.node.settings.Values;

/** Where values are read again: the same flags over the same file, as it is then. */
@FunctionalInterface
public interface Source {
    /** The values now. */
    Values read() throws BadConfiguration;
}
