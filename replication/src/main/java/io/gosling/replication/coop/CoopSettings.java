package io.gosling.replication.coop;

import io.gosling.replication.plan.StoreOrder;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Settings of the copies that a server holds for others.
 *
 * @param directory the directory of the copies (ImportPath); files named {@code *.gosling-copy} there are deleted at
 *     start
 * @param quota bytes for all homes together (DiskQuota); 0 holds nothing
 * @param memory bytes of copies that are also kept in memory, for the event-loop path; 0 for none
 * @param order the order of eviction
 * @param tells true if evictions are reported to homes (deletion-aware)
 * @param cors true if pages of other origins may fetch copies with CORS
 * @param grace time for which a copy whose home does not answer is served after its revalidation was due
 * @param pulls limit of concurrent fetches; requests for further documents are redirected to their homes
 * @param pullWait time after which a request that waits for a fetch is redirected to the home
 * @param pullTime timeout of a fetch
 */
public record CoopSettings(
        Path directory,
        long quota,
        long memory,
        StoreOrder order,
        boolean tells,
        boolean cors,
        Duration grace,
        int pulls,
        Duration pullWait,
        Duration pullTime) {}
