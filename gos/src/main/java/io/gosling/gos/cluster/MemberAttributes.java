package io.gosling.gos.cluster;

import com.hazelcast.cluster.Member;
import com.hazelcast.config.MemberAttributeConfig;
import io.gosling.gos.Node;
import io.gosling.gos.NodeRole;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** What members tell about themselves when they join. Read as input: a member whose attributes make no sense is left out. */
final class MemberAttributes {
    static final String NAME = "gosling.name";
    private static final String TAG = "gosling.tag";
    private static final String ROLE = "gosling.role";
    private static final String PEER = "gosling.peer";
    private static final String HTTP = "gosling.http";
    private static final String ADMIN = "gosling.admin";
    /** Of one that says itself when it is ready: attributes do not change. */
    private static final String STARTING = "gosling.starting";

    private MemberAttributes() {}

    static void write(Node node, MemberAttributeConfig attributes) {
        attributes.setAttribute(NAME, node.name());
        attributes.setAttribute(TAG, Integer.toString(node.tag()));
        attributes.setAttribute(ROLE, node.role().label());
        write(attributes, PEER, node.peer());
        write(attributes, HTTP, node.http());
        write(attributes, ADMIN, node.admin());
        if (node.phase() == Node.Phase.STARTING) {
            attributes.setAttribute(STARTING, "true");
        }
    }

    private static void write(MemberAttributeConfig attributes, String name, @Nullable InetSocketAddress address) {
        if (address != null) {
            attributes.setAttribute(name, Addresses.text(address));
        }
    }

    static @Nullable Node read(Member member) {
        String name = member.getAttribute(NAME);
        String tag = member.getAttribute(TAG);
        String role = member.getAttribute(ROLE);
        if (name == null || tag == null || role == null) {
            return null;
        }
        try {
            return new Node(
                    name,
                    Integer.parseInt(tag),
                    NodeRole.parse(role),
                    Addresses.parse(member.getAttribute(PEER)),
                    Addresses.parse(member.getAttribute(HTTP)),
                    Addresses.parse(member.getAttribute(ADMIN)),
                    member.getAttribute(STARTING) == null ? Node.Phase.READY : Node.Phase.STARTING);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
