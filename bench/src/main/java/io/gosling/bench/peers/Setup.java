package io.gosling.bench.peers;

import io.gosling.bench.process.Cpus;
import io.gosling.bench.process.Workplace;
import java.util.Map;

/**
 * With what a course measures servers.
 *
 * @param place where everything is started
 * @param files what every server serves
 * @param cpus who runs where
 * @param servers by the name that their samples bear
 */
record Setup(
        Workplace place,
        Certificate certificate,
        ServedFiles files,
        Cpus cpus,
        Course.Pace pace,
        Map<String, WebServer> servers) {
    /** For the servers of one row. */
    Stage stage(Row row) {
        return new Stage(place, certificate, files, cpus, row);
    }
}
