package io.gosling.http;

import io.gosling.document.Provenance;

/**
 * The Cache-Status field (RFC 9211): which nodes an answer passed, nearest to its origin first.
 *
 * <p>{@code n1; hit} from own memory, {@code n2; hit, n1; fwd=miss; detail=peer} from another node's,
 * {@code n1; fwd=miss; detail=disk} from own disk.
 */
public final class CacheStatus {
    private CacheStatus() {}

    /** The field's value for an answer of {@code node} whose bytes came from {@code provenance}. */
    public static String of(String node, Provenance provenance) {
        throw new UnsupportedOperationException(node + provenance);
    }
}
