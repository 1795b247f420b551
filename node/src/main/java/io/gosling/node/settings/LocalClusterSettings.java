package io.gosling.node.settings;

import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import java.nio.file.Path;
import java.util.List;

/** The settings of a whole cluster on this machine: {@code gosling up}. */
public final class LocalClusterSettings {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Integer> NODES = DECLARED.setting(
            "nodes", SettingType.integer("N", 1, 64), "3", "Number of nodes to start, called n1, n2 and so on.");

    public static final Setting<Long> MEMORY = DECLARED.setting(
            CacheSettings.MEMORY.name(),
            CacheSettings.MEMORY.kind(),
            "64m",
            "Memory of each node for cached objects; the file of --node-config may set it too.");

    public static final Setting<Path> NODE_CONFIG = DECLARED.optional(
            "node-config",
            SettingType.path("FILE", "a configuration file of gosling serve"),
            "Settings for every node, as for gosling serve; the flags of up win over them.");

    public static final List<Setting<?>> ALL = List.of(
            NodeSettings.DIR,
            OriginSettings.URL,
            NODES,
            CommonSettings.PORT,
            CommonSettings.HOST,
            CommonSettings.ADMIN_PORT,
            MEMORY,
            FrontEndSettings.POLICY,
            ForwardingSettings.FORWARDING,
            HandoffSettings.PERSISTENT,
            ObjectSpaceSettings.COOPERATION,
            CacheSettings.REPLACEMENT,
            RelaySettings.NAME_BACKEND,
            CommonSettings.TRANSPORT,
            CommonSettings.EVENT_LOOPS,
            CommonSettings.DRAIN,
            NODE_CONFIG);

    private LocalClusterSettings() {}
}
