package io.gosling.bench.compare;

import io.gosling.tools.process.CalledVerb;
import org.junit.jupiter.api.Test;

class CompareVerbTest {
    private static void isRefused(String message, String... words) {
        CalledVerb.isRefused(new CompareVerb(), message, words);
    }

    @Test
    void theHelpNamesTheColumns() {
        CalledVerb.saysItsColumns(new CompareVerb(), ForwardingModeResult.COLUMNS.names());
    }

    @Test
    void whatCannotBeMeasuredIsRefused() {
        isRefused(
                "--ways is tunnel; it must be of cooperating, proxy, redirect, handoff-local, handoff, lsmac, lsnat,"
                        + " replication",
                "--ways",
                "proxy,tunnel");
        isRefused("--nodes is 0; it must be 1 to 8", "--nodes", "0");
        isRefused("--clients is 1001; it must be 1 to 1000", "--clients", "1001");
        isRefused("--site is near; it must be of lod, mapug, sequoia, specweb", "--site", "near");
        isRefused("--policy is best; it must be of ", "--policy", "best");
        isRefused("--node-cpu is -1; it must be 0 to 1000", "--node-cpu", "-1");
        isRefused("--seconds is 0; it must be 1 to 600", "--seconds", "0");
        isRefused("--warm-up is 601; it must be 1 to 600", "--warm-up", "601");
        isRefused("--rounds is 100; it must be 1 to 99", "--rounds", "100");
    }

    @Test
    void aBodyHasASizeAndNoLinks() {
        isRefused("--bodies is 100KB; it must be 1B to 64MiB, such as 100KiB", "--bodies", "100KB");
        isRefused("--bodies is 0; it must be 1B to 64MiB, such as 100KiB", "--bodies", "0");
        isRefused("--bodies is 1GiB; it must be 1B to 64MiB, such as 100KiB", "--bodies", "1GiB");
        isRefused(
                "--ways is replication; it must be without --bodies: what leads to other servers is pages",
                "--bodies",
                "1KiB",
                "--ways",
                "proxy,replication");
    }
}
