package io.gosling.gos.membership;

import java.util.Locale;
import java.util.stream.Stream;

/** The role of a member in the cluster. */
public enum NodeRole {
    /** Answers clients and gives memory to the object space. */
    ALL,
    /** Answers clients and caches what they request (the paper's Request Handle Daemon): owns no directory entries. */
    WEB,
    /** Owns directory entries and files, gives memory (the paper's GOS Daemon alone): serves no clients. */
    STORE,
    /** Only forwards: holds nothing, gets no requests. */
    FRONT_END;

    /** Returns true if directory entries and partitions may be stored there. */
    public boolean holdsEntries() {
        return this == ALL || this == STORE;
    }

    /** The name in the configuration and in the cluster: {@code all}, {@code web}, {@code store}, {@code front-end}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The role of a label.
     *
     * @throws IllegalArgumentException with the labels there are
     */
    public static NodeRole parse(String label) {
        return Stream.of(values())
                .filter(role -> role.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "role '" + label + "' is not known; expected all, web, store or front-end"));
    }
}
