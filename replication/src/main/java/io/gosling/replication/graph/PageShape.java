package io.gosling.replication.graph;

import java.util.List;

/**
 * What else of a page matters to whoever rewrites it.
 *
 * @param baseAt the offset at which a {@code <base>} could be inserted so that it counts for every link; -1 where there
 *     is no such place
 * @param charsetEnd where the {@code <meta>} ends that says the charset, if nothing else does: it must stay within the
 *     first 1024 bytes; 0 otherwise
 * @param scripts whether the page runs scripts, which may read its address or fetch relative to it
 * @param formsToItself whether a form is sent to the page's own address
 * @param policies the content security policies that the page gives itself by {@code <meta>}
 */
public record PageShape(int baseAt, int charsetEnd, boolean scripts, boolean formsToItself, List<String> policies) {
    /** Of what is no HTML, or was not read. */
    static final PageShape NONE = new PageShape(-1, 0, false, false, List.of());

    public PageShape {
        policies = List.copyOf(policies);
    }
}
