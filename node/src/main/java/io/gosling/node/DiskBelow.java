package io.gosling.node;

import io.gosling.gos.DiskTier;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.disk.DiskStore;
import io.gosling.node.admin.Json;
import io.gosling.node.settings.DiskSettings;
import io.gosling.node.settings.Values;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The disk below a node's memory, as the settings want it. */
final class DiskBelow {
    private static final System.Logger LOG = System.getLogger(DiskBelow.class.getName());

    /** Bytes that may have been read from there and not been taken yet. */
    private static final long MOST_AHEAD = 16 << 20;

    private DiskBelow() {}

    /**
     * Opens it, if one is wanted. One that cannot be used is said, and done without.
     *
     * @param asking asks this node for a URL, as a client would
     */
    static void open(Values values, ObjectSpaceNode space, Consumer<String> asking) {
        Path path = values.find(DiskSettings.PATH).orElse(null);
        if (path == null) {
            return;
        }
        try {
            long heap = Runtime.getRuntime().maxMemory();
            DiskStore store = DiskStore.open(
                    path,
                    values.get(DiskSettings.BYTES),
                    objects(values.get(DiskSettings.OBJECTS), heap),
                    values.get(DiskSettings.READ_TIME),
                    Math.min(MOST_AHEAD, heap / 16));
            space.keepOn(store, values.get(DiskSettings.SHARE), asking);
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "disk.path: {0} cannot be used ({1}); expected a directory that this node alone may write to. Going on"
                            + " without it",
                    path,
                    e);
        }
    }

    /** As many as were asked for, or as an eighth of the heap has room for. */
    private static int objects(int wanted, long heap) {
        int most = (int) Math.min(wanted, heap / 8 / DiskStore.HEAP_EACH);
        if (most < wanted) {
            LOG.log(
                    Level.WARNING,
                    "disk.objects: {0} objects would take more than an eighth of the heap of {1} MiB; going on with {2}."
                            + " Give the node more heap (-Xmx), or ask for fewer",
                    wanted,
                    heap >> 20,
                    most);
        }
        return most;
    }

    /** What there is to say of it; null where there is none. */
    static @Nullable Map<String, @Nullable Object> status(ObjectSpaceNode space, Values values) {
        DiskTier disk = space.disk();
        return disk == null
                ? null
                : Json.object(
                        "state",
                        state(disk),
                        "budget",
                        values.get(DiskSettings.BYTES),
                        "bytes",
                        disk.bytes(),
                        "objects",
                        disk.size());
    }

    private static String state(DiskTier disk) {
        if (disk.isFailing()) {
            return "failing";
        }
        return !disk.isLoaded() ? "loading" : disk.isRevived() ? "ready" : "filling";
    }
}
