package io.gosling.tools.simulate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A node of the model (Pai et al. 1998, section 3.1): a processor, disks, a link, and a memory for whole files.
 *
 * <pre>
 *   connect -> in memory:                    send, link, close
 *           -> a piece of 44 KiB (disk):     send it; the next piece ...; link all of it; close
 *   with nodes that cooperate, before the disk:
 *           -> ask (message), the entry owner reads it (message), be it this node itself
 *              -> a holder sends (message, send, link), this node takes (message, send): send, link, close
 * </pre>
 *
 * <p>All work that is not marked as disk or link is the processor's. Requests for a file that is being read take the
 * part that has been read and wait for the rest. Between two pieces of a file the disk serves the reads that have
 * arrived meanwhile. A file that is larger than the memory is not kept. A link carries a response in one piece after
 * its last byte, which is late for a large file. Holders that are asked in vain cost the asking node a message each,
 * and take no time.
 */
final class SimulatedNode {
    private final Simulation simulation;
    private final SimulatedFiles files;
    private final CostModel costs;
    private final SimulatedNodeMemory memory;
    private final ServiceQueue processor;
    private final ServiceQueue link;
    private final List<ServiceQueue> disks = new ArrayList<>();
    private final Map<Integer, Reading> readings = new HashMap<>();
    final int tag;

    private long readingBytes;
    private final long since;
    private long until = -1;
    private int active;
    private long changed;
    private long idleNanos;
    private long delayNanos;
    private long answered;

    SimulatedNode(Simulation simulation, SimulatedFiles files, CostModel costs, SimulatedNodeMemory memory, int tag) {
        this.simulation = simulation;
        this.files = files;
        this.costs = costs;
        this.memory = memory;
        this.tag = tag;
        this.processor = new ServiceQueue(simulation);
        this.link = new ServiceQueue(simulation);
        this.since = simulation.now();
        this.changed = since;
        for (int i = 0; i < costs.disks(); i++) {
            disks.add(new ServiceQueue(simulation));
        }
    }

    /**
     * The step of an exchange that follows when a piece of work is done.
     *
     * @param lent whether the work is that of another node, which has the file
     */
    private record Step(SimulatedRequest exchange, boolean lent, Runnable next) implements Runnable {
        @Override
        public void run() {
            if (!exchange.lost) {
                next.run();
            }
        }
    }

    private static void then(ServiceQueue by, long nanos, SimulatedRequest exchange, Consumer<SimulatedRequest> next) {
        by.add(nanos, new Step(exchange, false, () -> next.accept(exchange)));
    }

    void serve(SimulatedRequest exchange) {
        load(1);
        then(processor, costs.connect(), exchange, this::look);
    }

    private void look(SimulatedRequest exchange) {
        if (memory.asked(exchange.file)) {
            simulation.found(exchange);
            send(exchange, files.bytes(exchange.file), true);
        } else if (simulation.cooperates() && !readings.containsKey(exchange.file)) {
            then(processor, costs.message(), exchange, this::ask);
        } else {
            read(exchange);
        }
    }

    private void ask(SimulatedRequest exchange) {
        then(simulation.owner(exchange.file).processor, costs.message(), exchange, this::locate);
    }

    private void locate(SimulatedRequest exchange) {
        Simulation.Found found = simulation.locate(exchange.file, this);
        if (found.asked() > 0) {
            // A node that was asked in vain costs a message as well.
            processor.add(costs.message() * found.asked());
        }
        SimulatedNode holder = found.holder();
        if (holder == null) {
            read(exchange);
        } else {
            simulation.taken(exchange, true);
            long nanos = holder.costs.message() + holder.costs.sending(files.bytes(exchange.file));
            holder.processor.add(nanos, new Step(exchange, true, () -> lent(exchange, holder)));
        }
    }

    private void lent(SimulatedRequest exchange, SimulatedNode holder) {
        if (holder.costs.link() > 0) {
            long nanos = holder.costs.crossing(files.bytes(exchange.file));
            holder.link.add(nanos, new Step(exchange, true, () -> take(exchange)));
        } else {
            take(exchange);
        }
    }

    private void take(SimulatedRequest exchange) {
        then(processor, costs.message() + costs.sending(files.bytes(exchange.file)), exchange, this::arrived);
    }

    private void arrived(SimulatedRequest exchange) {
        memory.offer(exchange.file);
        simulation.found(exchange);
        send(exchange, files.bytes(exchange.file), true);
    }

    private void read(SimulatedRequest exchange) {
        simulation.missed(exchange, true);
        Reading reading = readings.get(exchange.file);
        if (reading == null) {
            reading = new Reading(exchange.file);
            readings.put(exchange.file, reading);
            readingBytes += files.bytes(exchange.file);
        }
        reading.join(exchange);
    }

    private void send(SimulatedRequest exchange, long bytes, boolean last) {
        if (last) {
            then(processor, costs.sending(bytes), exchange, costs.link() > 0 ? this::cross : this::close);
        } else {
            processor.add(costs.sending(bytes));
        }
    }

    private void cross(SimulatedRequest exchange) {
        then(link, costs.crossing(files.bytes(exchange.file)), exchange, this::close);
    }

    private void close(SimulatedRequest exchange) {
        then(processor, costs.close(), exchange, this::end);
    }

    private void end(SimulatedRequest exchange) {
        load(-1);
        delayNanos += simulation.now() - exchange.began;
        answered++;
        simulation.ended(exchange);
    }

    /** A file being read from a disk, and the requests that wait for it. */
    private final class Reading implements Runnable {
        private final int file;
        private final List<SimulatedRequest> waiting = new ArrayList<>(2);
        private long read;

        Reading(int file) {
            this.file = file;
        }

        void join(SimulatedRequest exchange) {
            waiting.add(exchange);
            if (read > 0) {
                simulation.found(exchange);
                send(exchange, read, false);
            } else if (waiting.size() == 1) {
                readOn();
            }
        }

        private long next() {
            return Math.min(CostModel.PIECE, files.bytes(file) - read);
        }

        private void readOn() {
            long nanos = costs.reading(read, next());
            if (disks.isEmpty()) {
                simulation.after(nanos, this);
            } else {
                disks.get(files.ranks()[file] % disks.size()).add(nanos, this);
            }
        }

        @Override
        public void run() {
            if (until >= 0) {
                return;
            }
            // A further piece that takes no time came with the last one, and is no reason to queue again.
            do {
                piece();
            } while (read < files.bytes(file) && costs.reading(read, next()) == 0);
            if (read < files.bytes(file)) {
                readOn();
                return;
            }
            readings.remove(file);
            readingBytes -= files.bytes(file);
            memory.offer(file);
        }

        private void piece() {
            long piece = next();
            boolean first = read == 0;
            read += piece;
            for (SimulatedRequest exchange : waiting) {
                if (first) {
                    simulation.found(exchange);
                }
                send(exchange, piece, read == files.bytes(file));
            }
        }
    }

    boolean has(int file) {
        return memory.holds(file) || readings.containsKey(file);
    }

    long readingBytes() {
        return readingBytes;
    }

    /** Ends the node for good. Its work for exchanges of other nodes is left to those. */
    void fail() {
        account();
        until = simulation.now();
        readings.clear();
        List<Runnable> left = new ArrayList<>(processor.halt());
        left.addAll(link.halt());
        disks.forEach(ServiceQueue::halt);
        for (Runnable work : left) {
            if (work instanceof Step step && !step.exchange.node.equals(this) && !step.exchange.lost) {
                if (step.lent) {
                    simulation.taken(step.exchange, false);
                    step.exchange.node.read(step.exchange);
                } else {
                    step.next.run();
                }
            }
        }
    }

    private void load(int more) {
        account();
        active += more;
    }

    private void account() {
        long now = simulation.now();
        if (simulation.isIdle(active)) {
            idleNanos += now - changed;
        }
        changed = now;
    }

    long idleNanos() {
        if (until < 0) {
            account();
        }
        return idleNanos;
    }

    long busyNanos() {
        return processor.busyNanos();
    }

    long lifeNanos() {
        return (until < 0 ? simulation.now() : until) - since;
    }

    /** From requests' coming to their ends, all together. */
    long delayNanos() {
        return delayNanos;
    }

    /** The mean of those in milliseconds; NaN for a node that has answered none. */
    double delayMillis() {
        return answered == 0 ? Double.NaN : delayNanos / 1e6 / answered;
    }
}
