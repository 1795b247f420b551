package io.gosling.gos;

/** The names that nodes may have. They appear in headers, in the cluster and on command lines. */
public final class NodeNameCheck {
    private NodeNameCheck() {}

    /**
     * @throws IllegalArgumentException when it is not a letter and then letters, digits, '-', '_' or '.', 64 at most
     */
    public static void require(String name) {
        if (!name.matches("[A-Za-z][A-Za-z0-9._-]{0,63}")) {
            throw new IllegalArgumentException("node name '" + name
                    + "' cannot be used; expected a letter and then letters, digits, '-', '_' or '.', 64 at most");
        }
    }
}
