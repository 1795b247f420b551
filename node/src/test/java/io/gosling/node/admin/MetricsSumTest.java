package io.gosling.node.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Tests which metrics of several processes add up. */
class MetricsSumTest {
    private final MetricsSum sum = new MetricsSum();

    @Test
    void countersAndHistogramsAddUpByLabelsAndStayTogether() {
        sum.add("""
                # HELP gosling_requests_total Requests answered
                # TYPE gosling_requests_total counter
                gosling_requests_total{from="local memory"} 3.0
                # TYPE http_seconds histogram
                http_seconds_bucket{le="0.1"} 1
                http_seconds_bucket{le="+Inf"} 2
                http_seconds_count 2
                http_seconds_sum 0.5
                """);
        sum.add("""
                # TYPE gosling_requests_total counter
                gosling_requests_total{from="local memory"} 4.0
                gosling_requests_total{from="disk"} 1.0
                # TYPE http_seconds histogram
                http_seconds_bucket{le="0.1"} 10
                http_seconds_bucket{le="+Inf"} 20
                http_seconds_count 20
                http_seconds_sum 1.25
                """);
        assertEquals("""
                # TYPE gosling_requests_total counter
                gosling_requests_total{from="local memory"} 7.0
                gosling_requests_total{from="disk"} 1.0
                # TYPE http_seconds histogram
                http_seconds_bucket{le="0.1"} 11.0
                http_seconds_bucket{le="+Inf"} 22.0
                http_seconds_count 22.0
                http_seconds_sum 1.75
                """, sum.text());
    }

    @Test
    void ofGaugesThoseAddUpThatMeasureWhatAProcessHas() {
        String metrics = """
                # TYPE gosling_objects gauge
                gosling_objects 5.0
                # TYPE gosling_admission_limit gauge
                gosling_admission_limit 65.0
                # TYPE gosling_lease gauge
                gosling_lease 1.0
                # TYPE pause_seconds summary
                pause_seconds{quantile="0.5"} 3.0
                pause_seconds_count 1
                pause_seconds_sum 2.0
                """;
        sum.add(metrics);
        sum.add(metrics);
        assertEquals("""
                # TYPE gosling_objects gauge
                gosling_objects 10.0
                # TYPE pause_seconds summary
                pause_seconds_count 2.0
                pause_seconds_sum 4.0
                """, sum.text());
    }

    @Test
    void linesThatCannotBeReadAreLeftOut() {
        sum.add("""
                <html>
                # TYPE
                # TYPE a counter
                a 1
                a NaN
                a one
                7
                """);
        assertEquals("# TYPE a counter\na 1.0\n", sum.text());
    }
}
