package io.gosling.bench.simulate;

import io.gosling.bench.trace.Trace;
import io.gosling.dispatcher.policy.Cached;
import io.gosling.gos.replacement.AgeingSettings;
import io.gosling.gos.replacement.ReplacementPolicy;
import io.gosling.gos.replacement.ReplacementPolicy.Decision;
import io.gosling.gos.replacement.ReplacementPolicy.Figures;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A node of the model (Pai et al. 1998, section 3.1): a processor, disks, and a memory for whole files.
 *
 * <pre>
 *   connect (processor) -> in memory:            send, close (processor)
 *                       -> in another's memory:  send (that one's processor), take (this one's), send, close
 *                       -> else:                 a piece of 44 KiB (disk), send it (processor), the next piece ..., close
 * </pre>
 *
 * <p>Requests for a file that is being read take what has been read and wait for the rest. Between two pieces of a file the
 * disk does what has come meanwhile. A file that is larger than the memory is not kept.
 */
final class SimulatedNode {
    private final Simulation simulation;
    private final Files files;
    private final Costs costs;
    private final ReplacementPolicy memory;
    private final Processor processor;
    private final List<Processor> disks = new ArrayList<>();
    private final BitSet held = new BitSet();
    private final Map<Integer, Integer> asked = new HashMap<>();
    private final Map<Integer, Reading> readings = new HashMap<>();
    private final long budget;
    private long free;
    private int active;
    private long changed;
    private long idleNanos;

    /**
     * The files of a trace, the same for all nodes.
     *
     * @param keys what policies call them
     * @param numbers back from those
     * @param ranks by falling popularity: disks are dealt them in turn
     */
    record Files(Trace trace, String[] keys, Map<String, Integer> numbers, int[] ranks) {
        static Files of(Trace trace) {
            int objects = trace.objects();
            String[] keys = new String[objects];
            Map<String, Integer> numbers = new HashMap<>(2 * objects);
            int[] asked = new int[objects];
            for (int file = 0; file < objects; file++) {
                keys[file] = "/" + file;
                numbers.put(keys[file], file);
            }
            for (int file : trace.requests()) {
                asked[file]++;
            }
            int[] ranks = new int[objects];
            int[] rank = {0};
            IntStream.range(0, objects)
                    .boxed()
                    .sorted(Comparator.comparingInt(file -> -asked[file]))
                    .forEach(file -> ranks[file] = rank[0]++);
            return new Files(trace, keys, numbers, ranks);
        }

        long bytes(int file) {
            return trace.sizes()[file];
        }
    }

    SimulatedNode(Simulation simulation, Files files, Setup setup) {
        this.simulation = simulation;
        this.files = files;
        this.costs = setup.costs();
        this.memory = ReplacementPolicy.named(setup.replacement(), AgeingSettings.defaults());
        this.budget = setup.memory();
        this.free = budget;
        this.processor = new Processor(simulation);
        for (int i = 0; i < costs.disks(); i++) {
            disks.add(new Processor(simulation));
        }
    }

    void serve(Exchange exchange) {
        load(1);
        asked.merge(exchange.object(), 1, Integer::sum);
        processor.add(costs.connect(), () -> look(exchange));
    }

    private void look(Exchange exchange) {
        int file = exchange.object();
        if (held.get(file)) {
            memory.touched(files.keys()[file], figures(file));
            simulation.found(exchange, Cached.HIT);
            send(exchange, files.bytes(file), true);
            return;
        }
        SimulatedNode holder = simulation.holder(file, this);
        if (holder == null) {
            simulation.missed();
            readings.computeIfAbsent(file, begun -> new Reading(file)).join(exchange);
        } else {
            long passing = costs.sending(files.bytes(file));
            holder.processor.add(passing, () -> processor.add(passing, () -> fetched(exchange)));
        }
    }

    private void fetched(Exchange exchange) {
        int file = exchange.object();
        keep(file);
        simulation.found(exchange, Cached.UNKNOWN);
        send(exchange, files.bytes(file), true);
    }

    private void send(Exchange exchange, long bytes, boolean last) {
        processor.add(costs.sending(bytes), () -> {
            if (last) {
                processor.add(costs.close(), () -> end(exchange));
            }
        });
    }

    private void end(Exchange exchange) {
        load(-1);
        simulation.ended(exchange);
    }

    /** A file on its way from a disk, and who waits for it. */
    private final class Reading implements Processor.Work {
        private final int file;
        private final List<Exchange> waiting = new ArrayList<>(2);
        private long read;

        Reading(int file) {
            this.file = file;
        }

        void join(Exchange exchange) {
            waiting.add(exchange);
            if (read > 0) {
                simulation.found(exchange, Cached.MISS);
                send(exchange, read, false);
            } else if (waiting.size() == 1) {
                readOn();
            }
        }

        private long piece() {
            return Math.min(Costs.PIECE, files.bytes(file) - read);
        }

        private void readOn() {
            long nanos = costs.reading(read, piece());
            if (disks.isEmpty()) {
                simulation.after(nanos, this::done);
            } else {
                disks.get(files.ranks()[file] % disks.size()).add(nanos, this);
            }
        }

        @Override
        public void done() {
            long piece = piece();
            boolean first = read == 0;
            read += piece;
            boolean whole = read == files.bytes(file);
            for (Exchange exchange : waiting) {
                if (first) {
                    simulation.found(exchange, Cached.MISS);
                }
                send(exchange, piece, whole);
            }
            if (whole) {
                readings.remove(file);
                keep(file);
            } else {
                readOn();
            }
        }
    }

    private void keep(int file) {
        long bytes = files.bytes(file);
        String key = files.keys()[file];
        Figures figures = figures(file);
        if (held.get(file) || bytes > budget || !(memory.offer(key, figures, free) instanceof Decision.Keep keep)) {
            return;
        }
        for (String victim : keep.victims()) {
            int number = files.numbers().get(victim);
            memory.removed(victim);
            held.clear(number);
            free += files.bytes(number);
        }
        memory.kept(key, figures);
        held.set(file);
        free -= bytes;
    }

    private Figures figures(int file) {
        int count = asked.getOrDefault(file, 0);
        return new Figures(files.bytes(file), count, 0, count, false);
    }

    boolean holds(int file) {
        return held.get(file);
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

    /** So long it had fewer requests than keep it busy. */
    long idleNanos() {
        account();
        return idleNanos;
    }

    long busyNanos() {
        return processor.busyNanos();
    }
}
