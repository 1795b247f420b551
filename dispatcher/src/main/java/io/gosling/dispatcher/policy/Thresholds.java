package io.gosling.dispatcher.policy;

/** The thresholds of LARD as numbers, for the choices of back-ends. */
record Thresholds(int low, int high) {
    static Thresholds of(LardSettings settings) {
        return new Thresholds(settings.get(LardSettings.LOW), settings.get(LardSettings.HIGH));
    }

    /** The condition of both figures under which a target leaves a server, or is given another one besides. */
    boolean overloaded(Server server, LiveServers cluster) {
        return (server.load > high && cluster.anyBelow(low)) || server.load >= 2.0 * high;
    }
}
