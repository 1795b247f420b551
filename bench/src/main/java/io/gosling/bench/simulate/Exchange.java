package io.gosling.bench.simulate;

import io.gosling.dispatcher.policy.Server;

/** A request on its node, and what is to happen to it next. */
final class Exchange implements Processor.Work {
    /** What the work that it waits for leads to. */
    enum Step {
        /** The connection is there: look into the memory. */
        LOOK,
        /** The question for the object's row has been sent: its owner reads it. */
        ASK,
        /** The owner has read it. */
        LOCATE,
        /** The holder has sent the file: it goes over its link. */
        LEND,
        /** It has gone over the holder's link: take it. */
        TAKE,
        /** It has arrived. */
        ARRIVED,
        /** The last bytes are ready for the link. */
        LINK,
        /** They are with the client: end the connection. */
        CLOSE,
        /** The connection has ended. */
        END
    }

    final int file;
    final Server server;
    final SimulatedNode node;
    final long began;
    Step step = Step.LOOK;
    /** Who lends the file. */
    SimulatedNode holder;
    /** Where it stands among those that are under way. */
    int place;
    /** It counts as a request whose file comes from a disk or an origin. */
    boolean missed;
    /** It counts as one whose file comes from another node's memory. */
    boolean taken;
    /** Its node has failed, and another exchange has taken its place. */
    boolean lost;

    Exchange(int file, Server server, SimulatedNode node, long began) {
        this.file = file;
        this.server = server;
        this.node = node;
        this.holder = node;
        this.began = began;
    }

    @Override
    public void done() {
        if (!lost) {
            node.proceed(this);
        }
    }
}
