package io.gosling.gos.cluster;

import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.netty.tls.ClusterPeer;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.tls.TlsProvider;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encryption between members: on where the cluster has a secret, unless it is switched off. */
public final class ClusterEncryption {
    private static final System.Logger LOG = System.getLogger(ClusterEncryption.class.getName());
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Boolean> ENCRYPTION = DECLARED.setting(
            "cluster.encryption",
            SettingType.toggle(),
            "on",
            "Encryption of what nodes and front-ends of the cluster send each other, by TLS 1.3 with certificates that"
                    + " come from secret-file; without a secret there is none. The same on every member.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    private ClusterEncryption() {}

    /** Returns true if a member with these settings encrypts. */
    public static boolean isOn(ClusterSettings settings) {
        return settings.secret() != null && settings.get(ENCRYPTION);
    }

    /**
     * Returns TLS for a member with these settings, which the caller closes; null where members speak in plain text. A
     * member with a secret that does not use it for this says so in the log.
     */
    public static @Nullable ClusterTls open(ClusterSettings settings) {
        ClusterSecret secret = settings.secret();
        if (secret == null) {
            return null;
        }
        if (!settings.get(ENCRYPTION)) {
            LOG.log(
                    Level.WARNING,
                    "cluster.encryption is off: whoever can listen between the nodes reads objects and the cluster's"
                            + " tokens; to encrypt, remove the setting on every node and give them another secret");
            return null;
        }
        InetSocketAddress peer = settings.peer();
        return ClusterTls.of(
                secret.tlsSecrets(),
                new ClusterPeer(settings.role().label(), settings.node()),
                peer == null ? List.of() : List.of(peer.getAddress()),
                TlsProvider.AUTO,
                true);
    }

    /** Returns the kind of encryption for status and log: {@code BoringSSL, TLS 1.3}, or the reason for none. */
    public static String describe(ClusterSettings settings, @Nullable ClusterTls tls) {
        if (tls != null) {
            return tls.describe();
        }
        return settings.secret() == null ? "none: loopback without secret-file" : "none: cluster.encryption is off";
    }
}
