package io.gosling.node.configuration;

import io.gosling.gos.membership.ClusterSecret;
import io.gosling.node.settings.AdminSettings;
import io.gosling.node.settings.CommonSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.HostPort;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The addresses on which a process listens, with what it needs to be allowed to: the members to join and the secret.
 *
 * @param cluster the address for other members
 * @param secret null on loopback without a secret file
 */
public record ListenAddresses(
        InetSocketAddress clients,
        InetSocketAddress admin,
        InetSocketAddress cluster,
        List<String> join,
        @Nullable ClusterSecret secret) {
    private static final String SECRET_VARIABLE = "GOSLING_SECRET_FILE";

    /** Looks up the hosts and reads the secret. */
    public static ListenAddresses of(SettingValues values, Setting<Integer> clusterPort, Setting<List<HostPort>> join)
            throws BadConfigurationException {
        ListenAddresses addresses = given(values, clusterPort, join);
        InetAddress cluster = addresses.cluster().getAddress();
        if (addresses.secret() == null && !cluster.isLoopbackAddress()) {
            throw new BadConfigurationException("--secret-file: missing; expected on " + cluster.getHostAddress()
                    + ", which other machines can reach. Make one with"
                    + " 'umask 077; head -c 32 /dev/urandom | base64 > gosling.secret'"
                    + " and give the same file to every member, or keep the cluster on this machine with"
                    + " --cluster-host 127.0.0.1");
        }
        return addresses;
    }

    /** As {@link #of}, without requiring a secret: a file may leave it to the command line, as it may the directory. */
    public static ListenAddresses given(
            SettingValues values, Setting<Integer> clusterPort, Setting<List<HostPort>> join)
            throws BadConfigurationException {
        InetAddress clients = address(values, CommonSettings.HOST, values.get(CommonSettings.HOST));
        InetAddress admin = address(values, CommonSettings.ADMIN_HOST, values.get(CommonSettings.ADMIN_HOST));
        requireProtection(values, admin);
        InetAddress cluster = clusterHost(values, clients);
        return new ListenAddresses(
                new InetSocketAddress(clients, values.get(CommonSettings.PORT)),
                new InetSocketAddress(admin, values.get(CommonSettings.ADMIN_PORT)),
                new InetSocketAddress(cluster, values.get(clusterPort)),
                values.find(join).orElse(List.of()).stream()
                        .map(HostPort::toString)
                        .toList(),
                secret(values));
    }

    private static void requireProtection(SettingValues values, InetAddress admin) throws BadConfigurationException {
        List<String> missing = new ArrayList<>();
        if (!values.isGiven(AdminSettings.CERTIFICATE)) {
            missing.add(AdminSettings.CERTIFICATE.flag() + " FILE for TLS, which is made if there is none");
        }
        if (!values.isGiven(AdminSettings.TOKENS)) {
            missing.add(AdminSettings.TOKENS.flag() + " FILE, made by gosling token create --file FILE --role read");
        }
        if (!admin.isLoopbackAddress() && !missing.isEmpty()) {
            throw wrong(
                    values,
                    CommonSettings.ADMIN_HOST,
                    values.get(CommonSettings.ADMIN_HOST),
                    "a loopback address such as 127.0.0.1, or besides " + String.join(", and ", missing)
                            + ": other machines can reach the admin port there");
        }
    }

    /**
     * The address that others should connect to: the bound address, or the cluster's host if all addresses are bound.
     */
    public InetSocketAddress advertised(InetSocketAddress bound) {
        return bound.getAddress().isAnyLocalAddress()
                ? new InetSocketAddress(cluster.getAddress(), bound.getPort())
                : bound;
    }

    private static InetAddress clusterHost(SettingValues values, InetAddress clients) throws BadConfigurationException {
        if (values.isGiven(CommonSettings.CLUSTER_HOST)) {
            String host = values.find(CommonSettings.CLUSTER_HOST).orElseThrow();
            InetAddress address = address(values, CommonSettings.CLUSTER_HOST, host);
            if (address.isAnyLocalAddress()) {
                throw wrong(values, CommonSettings.CLUSTER_HOST, host, "one address, which the other members are told");
            }
            return address;
        }
        return clients.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : clients;
    }

    /** The address of a host that a setting names; looks it up. */
    public static InetAddress address(SettingValues values, Setting<?> setting, String host)
            throws BadConfigurationException {
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        try {
            return InetAddress.getByName(bare);
        } catch (UnknownHostException e) {
            throw wrong(values, setting, host, "an address, or a host name that this machine can look up");
        }
    }

    /** The file of the cluster's secret, from the settings or from the environment. */
    public static Optional<Path> secretFile(SettingValues values) {
        String inherited = System.getenv(SECRET_VARIABLE);
        return values.find(CommonSettings.SECRET_FILE)
                .or(() -> Optional.ofNullable(inherited == null || inherited.isBlank() ? null : Path.of(inherited)));
    }

    /** Reads the cluster's secret; null if no file is given. */
    public static @Nullable ClusterSecret secret(SettingValues values) throws BadConfigurationException {
        Path file = secretFile(values).orElse(null);
        if (file == null) {
            return null;
        }
        try {
            return ClusterSecretReader.read(file);
        } catch (NoSuchFileException e) {
            throw wrong(values, CommonSettings.SECRET_FILE, file.toString(), "a file that exists");
        } catch (IOException e) {
            throw wrong(values, CommonSettings.SECRET_FILE, file.toString(), "a file that this user can read as text");
        } catch (IllegalArgumentException e) {
            throw new BadConfigurationException(
                    values.where(CommonSettings.SECRET_FILE) + file + ": " + e.getMessage());
        }
    }

    private static BadConfigurationException wrong(
            SettingValues values, Setting<?> setting, String value, String expected) {
        return new BadConfigurationException(values.where(setting) + "value \"" + value + "\"; expected " + expected);
    }
}
