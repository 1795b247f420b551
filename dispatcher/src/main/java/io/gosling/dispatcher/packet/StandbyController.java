package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.StandbyElection.Turn;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.MacAddress;
import io.gosling.dispatcher.packet.frame.StandbyAdvertisement;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Runs standby operation with other dispatchers of the cluster address: sends and applies the decisions of
 * {@link StandbyElection}.
 */
final class StandbyController {
    private static final Logger log = System.getLogger(StandbyController.class.getName());

    private final StandbyElection standBy;
    private final StandbySettings settings;
    private final ControlFrameSender announcer;
    private final NeighbourProtocol enquiry;
    private final PacketBackends backends;
    private final IpAddress cluster;
    private final SingleWriterCounters taken = new SingleWriterCounters(1);
    private volatile boolean active;

    StandbyController(
            PacketSettings settings,
            ControlFrameSender announcer,
            NeighbourProtocol enquiry,
            PacketBackends backends,
            long nanos) {
        this.settings = settings.standBy();
        this.standBy = new StandbyElection(settings.standBy(), announcer.mac(), nanos);
        this.announcer = announcer;
        this.enquiry = enquiry;
        this.backends = backends;
        this.cluster = settings.cluster();
        this.active = standBy.isActive();
    }

    boolean active() {
        return active;
    }

    /** Number of times that it became active, beside others. Any thread. */
    long taken() {
        return taken.get(0);
    }

    void heard(StandbyAdvertisement other, long nanos) {
        if (!other.cluster().equals(cluster) || other.mac() == announcer.mac()) {
            return;
        }
        if (!settings.isShared()) {
            enquiry.rival(other.mac(), nanos);
            return;
        }
        turn(standBy.heard(other, nanos), other.mac(), nanos);
    }

    void tick(long nanos) {
        turn(standBy.tick(nanos, backends.settled(nanos)), 0, nanos);
        if (standBy.isDue(nanos)
                && announcer.say(new StandbyAdvertisement(cluster, announcer.mac(), settings.priority(), false))) {
            standBy.said(nanos);
        }
    }

    void excuse(long gapNanos, long nanos) {
        standBy.excuse(gapNanos, nanos);
    }

    /** Announces the end, so that another may take over. */
    void leave() {
        if (settings.isShared() && active) {
            announcer.say(new StandbyAdvertisement(cluster, announcer.mac(), settings.priority(), true));
        }
    }

    private void turn(Turn turn, long other, long nanos) {
        switch (turn) {
            case NONE -> {}
            case TAKEN -> {
                active = true;
                taken.add(0, 1);
                log.log(Level.INFO, "this dispatcher has {0} now", cluster);
                enquiry.begin(nanos);
            }
            case CLAIMED -> {
                enquiry.rival(other, nanos);
                enquiry.begin(nanos);
            }
            case YIELDED -> {
                active = false;
                log.log(
                        Level.WARNING,
                        "{0} has {1} by a higher priority; this one waits",
                        new MacAddress(other),
                        cluster);
                enquiry.rest();
            }
        }
    }
}
