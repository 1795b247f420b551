package io.gosling.gos.memory;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;

/** The handling of a fresh copy of a response while no quorum vouches that it was not purged. */
public enum ServeWithoutLeasePolicy {
    /** Its origin is asked whether it still holds: as fresh as the origin, at the cost of a request to it. */
    ASK,
    /** The request is refused, so that an origin that all nodes ask at once is spared. */
    REFUSE,
    /** It is served and marked, though a purge that is complete elsewhere may mean it. */
    SERVE;

    public static final Setting<ServeWithoutLeasePolicy> SETTING = new SettingDeclarations()
            .setting(
                    "purge.without-lease",
                    SettingType.constant(ServeWithoutLeasePolicy.class),
                    "ask",
                    "Handling of a fresh response of an origin in the memory of a node for which no quorum of voters"
                            + " vouches: ask revalidates it with the origin, refuse answers 503, and serve sends it"
                            + " marked, though it may have been purged.");
}
