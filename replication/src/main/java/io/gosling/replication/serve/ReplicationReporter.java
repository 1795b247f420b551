package io.gosling.replication.serve;

import io.gosling.replication.coop.CopyDirectory;
import io.gosling.replication.coop.CopyResponseCounter;
import io.gosling.replication.home.HomeSite;
import io.gosling.replication.members.ReplicaSet;
import io.gosling.replication.members.ReplicationCounts;
import io.gosling.replication.members.ReplicationCounts.Event;
import io.gosling.replication.members.SilenceLog;
import io.gosling.replication.plan.CoopServerView;
import io.gosling.replication.plan.ReplicationPlan;
import io.gosling.replication.plan.ServerLoadTable;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Reports the state of a server in its replica set, for operators. For many threads; the state may change while it is
 * read.
 *
 * @param quota bytes that copies may take
 */
record ReplicationReporter(
        ReplicaSet group,
        SilenceLog silenceLog,
        HomeSite site,
        CopyDirectory copyDirectory,
        long quota,
        CopyResponseCounter answered) {
    private static final int SHOWN = 50;
    private static final Comparator<ReplicationStatus.Placed> MOST_SAVED = Comparator.comparingLong(
                    (ReplicationStatus.Placed placed) -> placed.saved().requests())
            .reversed()
            .thenComparing(ReplicationStatus.Placed::path);

    List<ReplicationStatus.Other> others() {
        ReplicationPlan plan = site.plan();
        ServerLoadTable table = group.heard();
        return group.peers().stream()
                .map(peer -> {
                    Optional<CoopServerView> said = table.server(peer.name());
                    String admin = group.admin(peer);
                    return new ReplicationStatus.Other(
                            peer.name(),
                            said.isPresent() ? "ready" : "silent",
                            admin.isEmpty() ? null : admin,
                            said.isPresent() ? "" : silenceLog.why(peer),
                            said.map(view -> view.load().value()).orElse(0.0),
                            said.map(CoopServerView::quota).orElse(0L),
                            plan.heldBy(peer.name()).size(),
                            plan.bytesAt(peer.name()));
                })
                .toList();
    }

    ReplicationStatus view() {
        ReplicationPlan plan = site.plan();
        ReplicationCounts counts = group.counts();
        List<ReplicationStatus.Placed> placed = plan.documents().entrySet().stream()
                .map(entry -> new ReplicationStatus.Placed(
                        entry.getKey(),
                        entry.getValue().bytes(),
                        entry.getValue().servers(),
                        entry.getValue().migrated(),
                        site.savings().of(entry.getKey()),
                        site.reason(entry.getKey())))
                .sorted(MOST_SAVED)
                .limit(SHOWN)
                .toList();
        List<ReplicationStatus.Held> held = copyDirectory.all().stream()
                .limit(SHOWN)
                .map(copy -> new ReplicationStatus.Held(copy.home(), copy.path(), copy.length(), copy.version()))
                .toList();
        return new ReplicationStatus(
                group.self().name(),
                group.own().value(),
                quota,
                copyDirectory.bytes(),
                site.pages().givable().size(),
                counts.of(Event.PAGES),
                counts.of(Event.LINKS),
                counts.of(Event.GIVEN),
                counts.of(Event.PULLED),
                counts.of(Event.VALIDATED),
                counts.of(Event.REDIRECTED),
                site.savings().sum(),
                answered.sum(),
                others(),
                placed,
                held,
                site.decisions());
    }
}
