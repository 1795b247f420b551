package io.gosling.gos.link;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSecret;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the handshake: the greeting of a node, and the reasons for which it refuses another one. Immutable.
 *
 * <p>Both sides begin with the four bytes {@code 0xC7 G S L}, and then with {@link PeerFrame.Hello}, before which
 * nothing else is accepted. The first byte begins no HTTP request, so that both protocols share the peer port. A frame
 * that breaks a rule ends the connection.
 */
record HandshakeRules(ClusterSecret secret, ClusterMember self) {
    private static final String RESTARTED = "was restarted";

    /** @param meant the tag of the node that is greeted */
    PeerFrame.Hello hello(int meant) {
        return new PeerFrame.Hello(PeerFrame.VERSION, self.tag(), meant, secret.peerToken(), self.name());
    }

    /** The reason to refuse a node that has opened a connection, or null when it is accepted. */
    @Nullable
    String refusal(PeerFrame.Hello hello) {
        if (hello.version() < PeerFrame.LEAST_VERSION) {
            return "it speaks version " + hello.version() + " of the protocol of links; expected "
                    + PeerFrame.LEAST_VERSION + " or newer";
        }
        if (!secret.isPeerToken(hello.token())) {
            return "it does not have this cluster's token; have both the same secret?";
        }
        return hello.meant() == self.tag() ? null : "it means another process; node " + self.name() + " " + RESTARTED;
    }

    /** The same for the node to which a connection was opened. */
    @Nullable
    String refusal(PeerFrame.Hello hello, int expected) {
        String refused = refusal(hello);
        return refused != null || hello.tag() == expected ? refused : "it " + RESTARTED;
    }

    /** Returns whether a link was refused since the process that was meant is no more. */
    static boolean isOfRestart(String reason) {
        return reason.endsWith(RESTARTED);
    }
}
