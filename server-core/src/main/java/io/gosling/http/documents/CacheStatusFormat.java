package io.gosling.http.documents;

import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import io.gosling.http.HeaderSyntax;

/**
 * The Cache-Status header (RFC 9211): which nodes an answer passed, nearest to its origin first. Pure.
 *
 * <pre>
 * own memory            n1; hit
 * a peer's memory       n2; hit, n1; fwd=miss; detail=peer      detail=home where the peer is the object's home node
 * another node's disk   n2; fwd=miss; detail=disk, n1; fwd=miss; detail=home
 * own disk              n1; fwd=miss; detail=disk
 * </pre>
 */
public final class CacheStatusFormat {
    private CacheStatusFormat() {}

    /** Returns the header's value for a response of {@code node} whose bytes came from {@code provenance}. */
    public static String of(String node, Provenance provenance) {
        String own = name(node);
        String other = name(provenance.node());
        String hit = provenance.unchecked() ? "; hit; detail=unchecked" : "; hit";
        return switch (provenance.from()) {
            case LOCAL_MEMORY -> own + hit;
            case PEER_MEMORY, HOME_MEMORY -> other + hit + ", " + own + missed(provenance.from());
            case HOME_DISK -> other + missed(ResponseSource.LOCAL_DISK) + ", " + own + missed(ResponseSource.HOME_DISK);
            case LOCAL_DISK, ORIGIN, GENERATED, ERROR -> own + missed(provenance.from());
        };
    }

    private static String missed(ResponseSource from) {
        return "; fwd=miss; detail=" + detail(from);
    }

    /** Returns the detail that says where a response came from which this node's memory did not have. */
    public static String detail(ResponseSource from) {
        return switch (from) {
            case PEER_MEMORY -> "peer";
            case HOME_MEMORY, HOME_DISK -> "home";
            case LOCAL_DISK -> "disk";
            case LOCAL_MEMORY, ORIGIN, GENERATED, ERROR -> from.label();
        };
    }

    /** Returns a member for a response of {@code node}, with parameters as they are sent: {@code ; hit}. */
    public static String member(String node, String parameters) {
        return name(node) + parameters;
    }

    /** A node's name as a structured field's token, or as its string where it is none (RFC 8941, section 3.3). */
    private static String name(String node) {
        boolean token = !node.isEmpty() && Character.isLetter(node.charAt(0)) && HeaderSyntax.isToken(node);
        if (token) {
            return node;
        }
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : node.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\');
            }
            quoted.append(c >= 0x20 && c < 0x7f ? c : '?');
        }
        return quoted.append('"').toString();
    }
}
