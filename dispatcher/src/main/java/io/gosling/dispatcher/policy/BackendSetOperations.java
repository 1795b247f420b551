package io.gosling.dispatcher.policy;

/** Sets of servers as small arrays that are never changed; a set of one is the server's own and costs nothing. */
final class BackendSetOperations {
    private BackendSetOperations() {}

    static PolicyBackend[] with(PolicyBackend[] set, PolicyBackend added) {
        if (set.length == 0) {
            return added.alone;
        }
        PolicyBackend[] larger = new PolicyBackend[set.length + 1];
        System.arraycopy(set, 0, larger, 0, set.length);
        larger[set.length] = added;
        return larger;
    }

    static PolicyBackend[] without(PolicyBackend[] set, int index) {
        if (set.length == 2) {
            return set[1 - index].alone;
        }
        PolicyBackend[] smaller = new PolicyBackend[set.length - 1];
        System.arraycopy(set, 0, smaller, 0, index);
        System.arraycopy(set, index + 1, smaller, index, smaller.length - index);
        return smaller;
    }

    @SuppressWarnings("ReferenceEquality") // a server is itself and nothing else
    static boolean contains(PolicyBackend[] set, PolicyBackend server) {
        for (PolicyBackend member : set) {
            if (member == server) {
                return true;
            }
        }
        return false;
    }

    /** Index of the least loaded, the first of equals; -1 for the empty set. */
    static int leastLoaded(PolicyBackend[] set) {
        int least = set.length - 1;
        for (int at = least - 1; at >= 0; at--) {
            least = set[at].load <= set[least].load ? at : least;
        }
        return least;
    }

    /** Index of the most loaded, the last of equals, so never also the least loaded. */
    static int mostLoaded(PolicyBackend[] set) {
        int most = 0;
        for (int at = 1; at < set.length; at++) {
            most = set[at].load >= set[most].load ? at : most;
        }
        return most;
    }
}
