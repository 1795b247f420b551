package io.gosling.node.settings;

import io.gosling.netty.listen.ClientAddressAttribute;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import io.gosling.site.access.AddressBlock;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Settings for the ways in which clients connect other than directly to a port, on nodes and front-ends alike. */
public final class UnixAndProxySettings {
    /** Permissions of a file. */
    static final SettingType<Set<PosixFilePermission>> MODE =
            SettingType.of("MODE", "three octal digits such as 660", UnixAndProxySettings::mode);

    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Path> UNIX_SOCKET = DECLARED.optional(
            "unix-socket",
            SettingType.path("FILE", "a path for the file of a socket"),
            "File of a Unix socket at which clients of this machine are served too.");

    public static final Setting<Set<PosixFilePermission>> UNIX_SOCKET_MODE = DECLARED.setting(
            "unix-socket-mode",
            MODE,
            "660",
            "Permissions of the file of unix-socket; whoever may write to it may connect.");

    public static final Setting<List<Sender>> PROXY_PROTOCOL_FROM = DECLARED.optional(
            "proxy-protocol-from",
            SettingType.list("ADDRESSES", "addresses, blocks such as 10.0.0.0/8, or unix", Sender::parse),
            "Addresses of load balancers that speak the PROXY protocol, version 1 or 2: connections from there must"
                    + " begin with its header, which names the client.");

    static final List<Setting<?>> ALL = DECLARED.all();

    private UnixAndProxySettings() {}

    /**
     * The source of connections: a block of addresses, or the Unix socket.
     *
     * @param block null for those of a Unix socket
     */
    public record Sender(@Nullable AddressBlock block) {
        static Sender parse(String text) {
            return new Sender(text.equals("unix") ? null : AddressBlock.parse(text));
        }

        private boolean has(SocketAddress address) {
            if (address instanceof InetSocketAddress inet && inet.getAddress() != null) {
                return block != null && block.contains(inet.getAddress());
            }
            return block == null && address.equals(ClientAddressAttribute.OF_UNIX_SOCKET);
        }
    }

    public static Predicate<SocketAddress> proxies(SettingValues values) {
        List<Sender> senders = values.find(PROXY_PROTOCOL_FROM).orElse(List.of());
        return address -> senders.stream().anyMatch(sender -> sender.has(address));
    }

    private static Set<PosixFilePermission> mode(String text) {
        if (!text.matches("0?[0-7]{3}")) {
            throw new IllegalArgumentException("no mode: " + text);
        }
        int bits = Integer.parseInt(text, 8);
        Set<PosixFilePermission> mode = EnumSet.noneOf(PosixFilePermission.class);
        for (PosixFilePermission permission : PosixFilePermission.values()) {
            // In the order of the bits, from the highest.
            if ((bits & (0400 >> permission.ordinal())) != 0) {
                mode.add(permission);
            }
        }
        return mode;
    }
}
