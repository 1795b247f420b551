package io.gosling.dispatcher.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** The policies once more, written from the paper's figures with collections and no thought for speed. */
final class ObviousPolicies {
    static final class Node {
        final int number;
        final double weight;
        int active;

        Node(int number, double weight) {
            this.number = number;
            this.weight = weight;
        }

        double load() {
            return active / weight;
        }
    }

    static final class ServerSet {
        final List<Node> nodes = new ArrayList<>();
        long lastMod;
    }

    private final String policy;
    private final PolicySettings settings;
    private final TreeMap<Integer, Node> nodes = new TreeMap<>();
    private final Map<Long, ServerSet> sets;
    private int lastChosen = -1;

    ObviousPolicies(String policy, PolicySettings settings) {
        this.policy = policy;
        this.settings = settings;
        this.sets = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, ServerSet> eldest) {
                return size() > settings.get(PolicySettings.TARGETS);
            }
        };
    }

    void join(int number, double weight) {
        nodes.put(number, new Node(number, weight));
    }

    void leave(int number) {
        Node gone = nodes.remove(number);
        sets.values().forEach(set -> set.nodes.remove(gone));
    }

    Node node(int number) {
        return Objects.requireNonNull(nodes.get(number));
    }

    int routingKeys() {
        return sets.size();
    }

    int choose(long target, long now) {
        if (nodes.isEmpty()) {
            return -1;
        }
        return switch (policy) {
            case "wrr" -> leastLoaded().number;
            case "lard" -> lard(target).number;
            case "lard-r" -> lardReplicated(target, now).number;
            default -> throw new IllegalArgumentException(policy);
        };
    }

    private Node lard(long target) {
        ServerSet set = sets.computeIfAbsent(target, absent -> new ServerSet());
        if (set.nodes.isEmpty() || overloaded(set.nodes.getFirst())) {
            set.nodes.clear();
            set.nodes.add(leastLoaded());
        }
        return set.nodes.getFirst();
    }

    private Node lardReplicated(long target, long now) {
        ServerSet set = sets.computeIfAbsent(target, absent -> new ServerSet());
        Set<Node> before = new HashSet<>(set.nodes);
        Node n;
        if (set.nodes.isEmpty()) {
            n = leastLoaded();
            set.nodes.add(n);
        } else {
            Node least = set.nodes.stream()
                    .min(Comparator.comparingDouble(Node::load))
                    .orElseThrow();
            Node most = set.nodes.reversed().stream()
                    .max(Comparator.comparingDouble(Node::load))
                    .orElseThrow();
            for (Node node : set.nodes) {
                most = node.load() >= most.load() ? node : most;
            }
            n = least;
            if (overloaded(n)) {
                Node p = leastLoaded();
                if (!set.nodes.contains(p)) {
                    set.nodes.add(p);
                    n = p;
                }
            }
            if (set.nodes.size() > 1
                    && now - set.lastMod
                            > settings.get(PolicySettings.REPLICA_AGE).toNanos()) {
                set.nodes.remove(most);
            }
        }
        if (!before.equals(new HashSet<>(set.nodes))) {
            set.lastMod = now;
        }
        return n;
    }

    private boolean overloaded(Node node) {
        boolean someIdle = nodes.values().stream().anyMatch(other -> other.load() < settings.get(PolicySettings.LOW));
        return (node.load() > settings.get(PolicySettings.HIGH) && someIdle)
                || node.load() >= 2 * settings.get(PolicySettings.HIGH);
    }

    private Node leastLoaded() {
        List<Node> inTurn = new ArrayList<>(nodes.tailMap(lastChosen, false).values());
        inTurn.addAll(nodes.headMap(lastChosen, true).values());
        Node least = inTurn.stream().min(Comparator.comparingDouble(Node::load)).orElseThrow();
        lastChosen = least.number;
        return least;
    }
}
