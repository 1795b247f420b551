package io.gosling.tools.simulate;

import io.gosling.dispatcher.policy.Server;

/** A request on its node, with its next step. */
final class SimulatedRequest implements Runnable {
    /** The next step of an exchange, taken when the work that it waits for is done. */
    enum Step {
        /** The connection is open: look into the memory. */
        LOOK,
        /** The query for the object's directory entry has been sent: its owner reads it. */
        ASK,
        LOCATE,
        /** The holder has sent the file: it goes over its link. */
        LEND,
        /** It has gone over the holder's link: take it. */
        TAKE,
        ARRIVED,
        /** The last bytes are ready for the link. */
        LINK,
        /** They are with the client: end the connection. */
        CLOSE,
        END
    }

    final int file;
    final Server server;
    final SimulatedNode node;
    final long began;
    Step step = Step.LOOK;
    SimulatedNode holder;
    int place;
    /** It counts as a request whose file comes from a disk or an origin. */
    boolean missed;
    /** It counts as one whose file comes from another node's memory. */
    boolean taken;
    /** Its node has failed, and another exchange has taken its place. */
    boolean lost;

    SimulatedRequest(int file, Server server, SimulatedNode node, long began) {
        this.file = file;
        this.server = server;
        this.node = node;
        this.holder = node;
        this.began = began;
    }

    @Override
    public void run() {
        if (!lost) {
            node.proceed(this);
        }
    }
}
