package io.gosling.node.reload;

import io.gosling.settings.BadConfiguration;
import io.gosling.settings.Values;

/** A source from which values are read again: the same flags and the same file, with the file's present contents. */
@FunctionalInterface
public interface Source {
    /** The values now. */
    Values read() throws BadConfiguration;
}
