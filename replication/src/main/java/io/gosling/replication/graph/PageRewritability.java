package io.gosling.replication.graph;

import java.util.List;

/**
 * Properties of a page, besides its links, that matter for rewriting it.
 *
 * @param baseAt the offset at which a {@code <base>} could be inserted so that it counts for every link; -1 where there
 *     is no such place
 * @param charsetEnd the offset at which the {@code <meta>} with the charset ends, if nothing else gives the charset: it
 *     must stay within the first 1024 bytes; 0 otherwise
 * @param scripts true if the page runs scripts, which may read its address or fetch relative to it
 * @param meansItsServer true if something refers to the page's own server and cannot be made absolute: a form to the
 *     page itself, an import map, an inline module, an address in a style whose place is not known
 * @param policies the content security policies that the page gives itself by {@code <meta>}
 * @param canvas true if it has a {@code <canvas>}, from which no script reads what it drew of another origin's images
 */
public record PageRewritability(
        int baseAt, int charsetEnd, boolean scripts, boolean meansItsServer, List<String> policies, boolean canvas) {
    /** The shape of a file that is not HTML, or was not read. */
    static final PageRewritability NONE = new PageRewritability(-1, 0, false, false, List.of(), false);

    public PageRewritability {
        policies = List.copyOf(policies);
    }

    public PageRewritability withPolicies(List<String> others) {
        return new PageRewritability(baseAt, charsetEnd, scripts, meansItsServer, others, canvas);
    }
}
