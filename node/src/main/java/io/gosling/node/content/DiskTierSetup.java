package io.gosling.node.content;

import io.gosling.common.JsonWriter;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.disk.DiskSettings;
import io.gosling.gos.disk.DiskStore;
import io.gosling.gos.memory.DiskTier;
import io.gosling.origin.upstream.OriginAddress;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.ByteSizeFormat;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Opens the disk tier below a node's memory, as configured. */
public final class DiskTierSetup {
    private static final System.Logger LOG = System.getLogger(DiskTierSetup.class.getName());

    private DiskTierSetup() {}

    /**
     * Refuses a disk tier to which nothing would be written.
     *
     * @param origin that answers for everything; null for directories and sites
     */
    public static void require(SettingValues values, @Nullable OriginAddress origin) throws BadConfigurationException {
        Path path = values.find(DiskSettings.PATH).orElse(null);
        if (path != null && origin == null) {
            throw new BadConfigurationException(values.where(DiskSettings.PATH) + "value \"" + path
                    + "\"; expected beside origin.url only (gosling serve http://ORIGIN/): directories and sites, and"
                    + " their origins, keep nothing there; leave it out");
        }
    }

    /**
     * Opens the disk tier, if configured; returns the reason when it cannot be used, which is logged.
     *
     * @param asking requests a URL from this node, as a client would
     */
    static @Nullable String open(SettingValues values, ObjectSpaceNode space, Consumer<String> asking) {
        Path path = values.find(DiskSettings.PATH).orElse(null);
        if (path == null) {
            return null;
        }
        try {
            long heap = Runtime.getRuntime().maxMemory();
            DiskStore store = DiskStore.open(
                    path,
                    values.get(DiskSettings.BYTES),
                    objects(values.get(DiskSettings.OBJECTS), heap),
                    values.get(DiskSettings.READ_TIME));
            warnOfLarge(values);
            space.keepOn(store, values.get(DiskSettings.SHARE), asking);
            return null;
        } catch (IOException e) {
            String obstacle = said(e);
            LOG.log(Level.WARNING, "disk.path: {0} cannot be used, going on without a disk: {1}", path, obstacle);
            return obstacle;
        }
    }

    private static void warnOfLarge(SettingValues values) {
        long most = new DiskSettings(values).largest();
        long kept = new CacheSettings(values).maxObjectBytes();
        if (kept > most) {
            LOG.log(
                    Level.WARNING,
                    "disk.bytes: objects of more than a sixteenth of it, {0}, are never on disk, and memory keeps"
                            + " such up to {1} (cache.max-object); give the disk {2} or more to have them there",
                    ByteSizeFormat.approximately(most),
                    ByteSizeFormat.approximately(kept),
                    ByteSizeFormat.approximately(16 * kept));
        }
    }

    /** The message of an exception, for people: exceptions about files often have the file's name only. */
    static String said(IOException e) {
        String message = String.valueOf(e.getMessage());
        return switch (e) {
            case AccessDeniedException denied -> "this user may not write to " + message;
            case NoSuchFileException missing -> "there is no " + message;
            case FileAlreadyExistsException file -> message + " is no directory";
            default -> message;
        };
    }

    /** The configured number of objects, or the number that an eighth of the heap has room for. */
    private static int objects(int wanted, long heap) {
        int most = (int) Math.min(wanted, heap / 8 / DiskStore.HEAP_EACH);
        if (most < wanted) {
            LOG.log(
                    Level.WARNING,
                    "disk.objects: {0} objects would take more than an eighth of the heap of {1} MiB; going on with"
                            + " {2}. Give the node more heap (-Xmx), or ask for fewer",
                    wanted,
                    heap >> 20,
                    most);
        }
        return most;
    }

    public static @Nullable Map<String, @Nullable Object> status(
            ObjectSpaceNode space, SettingValues values, @Nullable String obstacle) {
        if (obstacle != null) {
            return JsonWriter.object("state", "unusable", "reason", obstacle);
        }
        DiskTier disk = space.disk();
        return disk == null
                ? null
                : JsonWriter.object(
                        "state", state(disk),
                        "budget", values.get(DiskSettings.BYTES),
                        "bytes", disk.bytes(),
                        "objects", disk.size());
    }

    private static String state(DiskTier disk) {
        if (disk.isFailing()) {
            return "failing";
        }
        return !disk.isLoaded() ? "loading" : disk.isRevived() ? "ready" : "filling";
    }
}
