package io.gosling.gos.link;

import io.gosling.gos.membership.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** The links of one event loop by the tag of the other node, in the order of their last use. Used on that loop only. */
final class LoopLinks {
    /** Links; the least recently used one is closed beyond that. */
    static final int MOST = 1024;

    private static final float LOAD = 0.75f;

    private final LinkedHashMap<Integer, PeerLink> byTag = new LinkedHashMap<>(16, LOAD, true);

    /** @param open makes a link, which removes itself from here when it is over */
    PeerLink get(Node node, Function<LoopLinks, PeerLink> open) {
        PeerLink link = byTag.get(node.tag());
        if (link != null && (!link.isOver() || link.isRecentFailure())) {
            return link;
        }
        PeerLink made = open.apply(this);
        if (!made.isOver() || made.isRecentFailure()) {
            byTag.put(node.tag(), made);
            if (byTag.size() > MOST) {
                byTag.pollFirstEntry().getValue().close("there are more than " + MOST + " links");
            }
        }
        return made;
    }

    void remove(int tag) {
        PeerLink link = byTag.get(tag);
        if (link != null && link.isOver() && !link.isRecentFailure()) {
            byTag.remove(tag);
        }
    }

    /** @param end ends the links to the other nodes */
    void retain(IntPredicate tags, Consumer<PeerLink> end) {
        byTag.values().removeIf(PeerLink::isOver);
        List<PeerLink> leaving = new ArrayList<>();
        for (Map.Entry<Integer, PeerLink> entry : byTag.entrySet()) {
            if (!tags.test(entry.getKey())) {
                leaving.add(entry.getValue());
            }
        }
        leaving.forEach(end);
    }
}
