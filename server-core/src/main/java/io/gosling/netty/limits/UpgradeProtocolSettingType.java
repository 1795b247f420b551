package io.gosling.netty.limits;

import io.gosling.settings.SettingType;
import java.util.List;
import java.util.Set;

/** The kind of settings that name protocols to which connections may change, and pass bytes both ways unseen. */
public final class UpgradeProtocolSettingType {
    public static final SettingType<Set<String>> KIND = SettingType.list(
                    "NAME",
                    "names of protocols in small letters, such as websocket, or none; not h2c, TLS or HTTP, in which"
                            + " requests would pass unseen",
                    UpgradeProtocolSettingType::protocol)
            .as(names -> names.equals(List.of("none")) ? Set.<String>of() : Set.copyOf(names))
            .checked(names -> names.forEach(UpgradeProtocolSettingType::protocol));

    private UpgradeProtocolSettingType() {}

    private static String protocol(String name) {
        if (!name.matches("[!#$%&'*+.^_`|~a-z0-9/-]{1,64}") || name.matches("h2c|tls/.*|http/.*")) {
            throw new IllegalArgumentException("not a protocol to change to: " + name);
        }
        return name;
    }
}
