package io.gosling.bench.peers;

import io.gosling.tools.process.Cpus;
import io.gosling.tools.process.Workplace;
import java.util.Map;

/**
 * The surroundings in which a scenario measures servers.
 *
 * @param place the workplace of all processes
 * @param files the files that every server serves
 * @param cpus the assignment of CPUs
 * @param servers by the name that their samples bear
 */
record ScenarioSetup(
        Workplace place,
        Certificate certificate,
        ServedFiles files,
        Cpus cpus,
        PeerScenario.Pace pace,
        Map<String, WebServer> servers) {
    Stage stage(PeerRow row) {
        return new Stage(place, certificate, files, cpus, row);
    }
}
