package io.gosling.bench.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class HttpLoadRunTest {
    private static final String JSON = "{\"head\":{\"machine\":\"one\"},\"seconds\":2.000,\"requests\":5000,"
            + "\"requests_per_s\":2500.000,\"bytes_per_s\":5000000.000,\"own_cpu_us_per_request\":90.000,"
            + "\"delay_ms\":{\"mean\":3.500,\"p50\":3.000,\"p90\":5.000,\"p99\":9.250,\"p99.9\":12.000,"
            + "\"p100\":20.000},\"statuses\":{\"2xx\":4990,\"5xx\":10},\"answers\":{\"hit\":4990},\"errors\":{%s}}";

    @Test
    void theFiguresOfALoadAreRead() throws Exception {
        LoadRunResult load = HttpLoadRun.read(JSON.formatted("\"time-out\":2"));
        assertEquals(new LoadRunResult(2500, 5e6, 3.5, 3, 9.25, 4990, Map.of("time-out", 2L, "status 5xx", 10L)), load);
        assertEquals(12, load.failures());
    }

    @Test
    void oneOfAThousandMayFail() throws Exception {
        assertFalse(HttpLoadRun.read(JSON.formatted("")).isSound());
        assertTrue(HttpLoadRun.read(JSON.replace(",\"5xx\":10", "").formatted("\"time-out\":4"))
                .isSound());
        assertFalse(new LoadRunResult(0, 0, 0, 0, 0, 0, Map.of()).isSound());
    }
}
