package io.gosling.gos.hazelcast;

import com.hazelcast.cluster.Member;
import com.hazelcast.config.MemberAttributeConfig;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.SocketAddressFormat;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes the attributes that members announce when they join. Input is untrusted: a member with invalid
 * attributes is left out.
 */
final class MemberAttributeCodec {
    private static final String TAG = "gosling.tag";
    private static final String NODE = "gosling.node";
    private static final String GAP = "\n";

    private MemberAttributeCodec() {}

    static void write(ClusterMember node, MemberAttributeConfig attributes) {
        NodeProfile profile = node.profile();
        attributes.setAttribute(TAG, Integer.toString(node.tag()));
        attributes.setAttribute(
                NODE,
                Stream.<@Nullable String>of(
                                node.name(),
                                node.role().label(),
                                text(node.peer()),
                                text(node.http()),
                                text(node.admin()),
                                profile.publicUrl(),
                                Double.toString(profile.weight()),
                                String.join(" ", profile.labels()),
                                Boolean.toString(profile.dispatches()),
                                profile.groupUrl(),
                                text(profile.serving()))
                        .map(part -> Objects.requireNonNullElse(part, ""))
                        .collect(Collectors.joining(GAP)));
    }

    private static @Nullable String text(@Nullable InetSocketAddress address) {
        return address == null ? null : SocketAddressFormat.text(address);
    }

    /** The tag of a member; null for one without a valid one. */
    static @Nullable Integer tag(Member member) {
        try {
            return Integer.valueOf(String.valueOf(member.getAttribute(TAG)));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * Null for a member that is no node.
     *
     * @throws IllegalArgumentException with its name, when an attribute cannot be read
     */
    static @Nullable ClusterMember read(Member member) {
        Integer tag = tag(member);
        String text = member.getAttribute(NODE);
        if (tag == null || text == null) {
            return null;
        }
        String[] parts = text.split(GAP, -1);
        try {
            return new ClusterMember(
                    parts[0],
                    tag,
                    NodeRole.parse(parts[1]),
                    SocketAddressFormat.parse(parts[2]),
                    SocketAddressFormat.parse(parts[3]),
                    SocketAddressFormat.parse(parts[4]),
                    ClusterMember.Phase.READY,
                    new NodeProfile(
                            given(parts[5]),
                            Double.parseDouble(parts[6]),
                            parts[7].isEmpty() ? Set.of() : Set.of(parts[7].split(" ")),
                            Boolean.parseBoolean(parts[8]),
                            given(parts[9]),
                            SocketAddressFormat.parse(parts[10])));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("member " + parts[0] + " is not used: " + e.getMessage(), e);
        }
    }

    private static @Nullable String given(String part) {
        return part.isEmpty() ? null : part;
    }
}
