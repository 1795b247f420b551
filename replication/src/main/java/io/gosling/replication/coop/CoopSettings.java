package io.gosling.replication.coop;

import io.gosling.replication.plan.StoreOrder;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How a server holds copies for others.
 *
 * @param directory where (ImportPath); what is called {@code *.gosling-copy} there is deleted at start
 * @param quota bytes for all homes together (DiskQuota); 0 holds nothing
 * @param memory bytes of copies that are in memory as well, for the fast lane; 0 has none there
 * @param order what is evicted first
 * @param tells whether homes are told what was evicted (deletion-aware)
 * @param cors whether other origins' pages may use copies for what they fetch with CORS
 * @param grace how long a copy whose home cannot be asked is served beyond the time at which it was to be compared
 * @param pulls documents that are brought at a time; requests for more are sent to their homes
 * @param pullWait how long a request waits for a document that is being brought, before it is sent to its home
 * @param pullTime how long bringing one may take in all
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
