package io.gosling.node.run;

import io.gosling.gos.membership.ClusterMember;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.TreeSet;

/** Logs the cluster's members when they change. Called by one thread at a time. */
public final class MemberChangeLog {
    private static final System.Logger log = System.getLogger(MemberChangeLog.class.getName());

    private final String self;
    private volatile String last = "";

    MemberChangeLog(String self) {
        this.self = self;
    }

    void changed(List<ClusterMember> others) {
        TreeSet<String> names = new TreeSet<>();
        others.forEach(node -> names.add(node.draining() ? node.name() + " (leaving)" : node.name()));
        String now = String.join(", ", names);
        if (!now.equals(last)) {
            last = now;
            log.log(Level.INFO, "{0} sees {1}", self, names.isEmpty() ? "no other member" : now);
        }
    }
}
