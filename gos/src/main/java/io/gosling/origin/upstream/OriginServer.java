package io.gosling.origin.upstream;

import io.gosling.origin.upstream.ServerHealth.Leave;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.LongAdder;

/**
 * One server of an origin, and the results of requests to it: a line in the log for each change of its health. Used by
 * many threads.
 */
record OriginServer(
        OriginAddress address, boolean backup, ServerHealth health, LongAdder requests, LongAdder failures) {
    private static final System.Logger LOG = System.getLogger(OriginServer.class.getName());

    OriginServer(OriginAddress address, boolean backup, FailoverSettings rules) {
        this(address, backup, new ServerHealth(rules), new LongAdder(), new LongAdder());
    }

    void answered() {
        requests.increment();
        health.answered();
        tell("it answers");
    }

    void checked(boolean well) {
        health.checked(well);
        tell("it passes its checks");
    }

    /** Records a failed request; {@code counts} if it counts against the server. */
    void failed(Leave leave, boolean counts, IOException why, long now) {
        requests.increment();
        failures.increment();
        if (counts) {
            health.failed(leave, now);
            tell(why.toString());
        }
    }

    private void tell(String why) {
        ServerHealth.News news = health.news();
        if (news == null) {
            return;
        }
        switch (news.state()) {
            case UP -> LOG.log(Level.INFO, "origin server {0} is asked again: {1}", address, why);
            case PAUSED ->
                LOG.log(
                        Level.WARNING,
                        "origin server {0} fails requests: it is ejected for {1} ms, and longer while it goes on"
                                + " failing ({2})",
                        address,
                        Long.toString(news.pause().toMillis()),
                        why);
            case DOWN ->
                LOG.log(
                        Level.WARNING,
                        "origin server {0} fails its checks: it is not asked until it passes one",
                        address);
        }
    }

    OriginServerStatus view(String origin) {
        return new OriginServerStatus(
                origin, address.toString(), backup, health.state().label(), requests.sum(), failures.sum());
    }
}
