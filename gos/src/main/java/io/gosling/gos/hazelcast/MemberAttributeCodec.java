package io.gosling.gos.hazelcast;

import com.hazelcast.cluster.Member;
import com.hazelcast.config.MemberAttributeConfig;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.SocketAddressFormat;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes the attributes that members announce when they join. Input is untrusted: a member with invalid
 * attributes is left out.
 */
final class MemberAttributeCodec {
    static final String NAME = "gosling.name";
    private static final String TAG = "gosling.tag";
    private static final String ROLE = "gosling.role";
    private static final String PEER = "gosling.peer";
    private static final String HTTP = "gosling.http";
    private static final String ADMIN = "gosling.admin";
    private static final String PUBLIC_URL = "gosling.public-url";
    private static final String WEIGHT = "gosling.weight";
    private static final String LABELS = "gosling.labels";
    private static final String DISPATCHES = "gosling.dispatches";
    private static final String GROUP_URL = "gosling.group-url";
    private static final String SERVING = "gosling.serving";
    /** The seconds after which a node is assumed to be ready, since attributes cannot change. */
    static final String STARTING = "gosling.starting";

    /** Added to the longest time that a node takes to load its memory: its report may be late, or lost. */
    private static final Duration GRACE = Duration.ofSeconds(20);

    private static final long MOST_SECONDS = Duration.ofHours(1).toSeconds();

    private MemberAttributeCodec() {}

    /** @param filling longest time for which the node loads objects before it reports ready */
    static void write(ClusterMember node, Duration filling, MemberAttributeConfig attributes) {
        NodeProfile profile = node.profile();
        set(attributes, NAME, node.name());
        set(attributes, TAG, Integer.toString(node.tag()));
        set(attributes, ROLE, node.role().label());
        set(attributes, PEER, text(node.peer()));
        set(attributes, HTTP, text(node.http()));
        set(attributes, ADMIN, text(node.admin()));
        set(attributes, PUBLIC_URL, profile.publicUrl());
        set(attributes, WEIGHT, profile.weight() == 1 ? null : Double.toString(profile.weight()));
        set(attributes, LABELS, profile.labels().isEmpty() ? null : String.join(" ", profile.labels()));
        set(attributes, DISPATCHES, profile.dispatches() ? "true" : null);
        set(attributes, GROUP_URL, profile.groupUrl());
        set(attributes, SERVING, text(profile.serving()));
        boolean starts = node.phase() == ClusterMember.Phase.STARTING;
        set(attributes, STARTING, starts ? Long.toString(filling.plus(GRACE).toSeconds()) : null);
    }

    private static void set(MemberAttributeConfig attributes, String name, @Nullable String value) {
        if (value != null) {
            attributes.setAttribute(name, value);
        }
    }

    private static @Nullable String text(@Nullable InetSocketAddress address) {
        return address == null ? null : SocketAddressFormat.text(address);
    }

    static Duration readyWithin(@Nullable String seconds) {
        try {
            return Duration.ofSeconds(Math.clamp(Long.parseLong(String.valueOf(seconds)), 1, MOST_SECONDS));
        } catch (NumberFormatException e) {
            return GRACE;
        }
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
        String name = member.getAttribute(NAME);
        String tag = member.getAttribute(TAG);
        String role = member.getAttribute(ROLE);
        if (name == null || tag == null || role == null) {
            return null;
        }
        try {
            return new ClusterMember(
                    name,
                    Integer.parseInt(tag),
                    NodeRole.parse(role),
                    SocketAddressFormat.parse(member.getAttribute(PEER)),
                    SocketAddressFormat.parse(member.getAttribute(HTTP)),
                    SocketAddressFormat.parse(member.getAttribute(ADMIN)),
                    member.getAttribute(STARTING) == null ? ClusterMember.Phase.READY : ClusterMember.Phase.STARTING,
                    new NodeProfile(
                            member.getAttribute(PUBLIC_URL),
                            Double.parseDouble(Objects.requireNonNullElse(member.getAttribute(WEIGHT), "1")),
                            labels(member.getAttribute(LABELS)),
                            "true".equals(member.getAttribute(DISPATCHES)),
                            member.getAttribute(GROUP_URL),
                            SocketAddressFormat.parse(member.getAttribute(SERVING))));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("member " + name + " is not used: " + e.getMessage(), e);
        }
    }

    private static Set<String> labels(@Nullable String text) {
        return text == null ? Set.of() : new HashSet<>(List.of(text.split(" ")));
    }
}
