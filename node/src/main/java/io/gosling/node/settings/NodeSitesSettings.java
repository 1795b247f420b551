package io.gosling.node.settings;

import io.gosling.origin.upstream.OriginSettings;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import io.gosling.site.access.AddressBlock;
import java.util.List;
import java.util.stream.Stream;

/** The settings of a node's sites and of what they share; they may change while a node with sites runs. */
public final class NodeSitesSettings {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<List<SettingValues>> SITES = DECLARED.optional(
            "sites",
            SettingType.sections("sites, each with a name, and roots or origins", SiteSettings.ALL),
            "Sites by host name, instead of one directory; see docs/sites.md.");

    public static final Setting<List<AddressBlock>> TRUSTED_PROXIES = DECLARED.optional(
            "trusted-proxies",
            SettingType.list("ADDRESSES", "addresses or blocks such as 10.0.0.0/8", AddressBlock::parse),
            "Addresses of proxies and front-ends that are believed about their clients: by access rules, the access"
                    + " log and PURGE about the address, by origins and back-ends also about scheme and host.");

    public static final Setting<List<AddressBlock>> DISPATCHED_FROM = DECLARED.optional(
            "dispatched-from",
            SettingType.list("ADDRESSES", "addresses or blocks such as 10.0.0.0/8", AddressBlock::parse),
            "Addresses of all nodes with dispatch on, this one included, and of front-ends: client addresses that"
                    + " they send are trusted at serving-port, and at no other port. Not needed where the cluster"
                    + " encrypts: front-ends prove there that they have the secret.");

    public static final Setting<Integer> PASSWORDS_AT_A_TIME = DECLARED.setting(
            "passwords.at-a-time",
            SettingType.integer("N", 1, 1024),
            "1",
            "Passwords verified at a time; each takes a processor for some tenths of a second.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    /** Settings that may change while a node with sites runs: all of these, and the defaults of the sites' origins. */
    public static final List<Setting<?>> LIVE = SettingDeclarations.inOrder(List.of(ALL, OriginSettings.OF_ANY));

    private NodeSitesSettings() {}

    /** The addresses that are trusted to name a client's address where a node serves: proxies, and dispatchers. */
    public static List<AddressBlock> believed(SettingValues values) {
        return Stream.of(TRUSTED_PROXIES, DISPATCHED_FROM)
                .flatMap(setting -> values.find(setting).orElse(List.of()).stream())
                .toList();
    }
}
