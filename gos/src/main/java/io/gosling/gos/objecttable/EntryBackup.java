package io.gosling.gos.objecttable;

import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A store of directory entries outside their owners' memory, from which a new owner takes them over. Port.
 *
 * <p>A hint like the entries: writes may be lost or late and reads may find nothing, or what was written earlier. An
 * entry that its owner has removed may remain. No method throws; {@link #write} and {@link #read} do
 * not block, and may be called by any thread.
 */
public interface EntryBackup {
    /**
     * Writes entries; the last write of a key counts.
     *
     * @param entries by key, each as {@link GlobalObjectEntryCodec} packs it, without a leader; the arrays must not be
     *     changed by either side
     */
    void write(Map<String, byte[]> entries);

    /**
     * Reads an entry.
     *
     * @param then called once, by any thread, also before this method returns; gets null when there is no entry or
     *     the read failed
     */
    void read(String key, Consumer<@Nullable GlobalObjectEntry> then);

    /** Removes all entries, for drills. Waits until it is done or has failed. */
    void clear();
}
