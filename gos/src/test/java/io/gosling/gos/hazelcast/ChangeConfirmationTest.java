package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.internal.partition.impl.InternalPartitionServiceImpl;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.embedded.GoslingCluster;
import io.gosling.gos.repository.AcknowledgementLevel;
import io.gosling.gos.repository.ChangeCondition;
import io.gosling.gos.repository.GetResult;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.PutResult;
import io.gosling.gos.repository.RemoveResult;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.gos.repository.StoredContent;
import io.gosling.testing.Eventually;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Changes whose backups a node drops, as Hazelcast does without a word while the node hands the partition over. */
class ChangeConfirmationTest {
    private static final ObjectKey KEY = ObjectKey.of("key");
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private static HazelcastInstance grid(ObjectSpaceNode node) {
        return Objects.requireNonNull(node.grid());
    }

    private static InternalPartitionServiceImpl partitions(ObjectSpaceNode node) {
        return ((HazelcastInstanceProxy) grid(node)).getOriginal().node.partitionService;
    }

    private static long backups(ObjectSpaceNode node) {
        return HazelcastHomeClient.map(grid(node)).getLocalMapStats().getBackupEntryCount();
    }

    private static boolean isMine(ObjectSpaceNode node) {
        Member owner = grid(node).getPartitionService().getPartition(KEY.hash()).getOwner();
        return owner != null && owner.localMember();
    }

    @Test
    void aChangeThatTheBackupDroppedIsStoredThereBeforeItIsAcknowledged() {
        RepositorySettings patient = RepositorySettings.defaults().with(RepositorySettings.DEADLINE, DEADLINE);
        try (var cluster = GoslingCluster.of(2, patient)) {
            Eventually.that(
                    "partitions are at rest",
                    () -> cluster.nodes().stream()
                            .allMatch(node -> grid(node).getPartitionService().isClusterSafe()));
            ObjectSpaceNode home = cluster.node(isMine(cluster.node(0)) ? 0 : 1);
            ObjectSpaceNode backup = cluster.node(isMine(cluster.node(0)) ? 1 : 0);
            int partition = partitions(backup).getPartitionId(KEY.hash());

            partitions(backup).getPartitionStateManager().trySetMigratingFlag(partition);
            CompletableFuture<PutResult> put = backup.objects()
                    .putAsync(KEY, StoredContent.of("text"), ChangeCondition.absent(), AcknowledgementLevel.HOLDERS);
            Eventually.that("the home has it", () -> home.objects().get(KEY) instanceof GetResult.Found);
            assertEquals(0, backups(backup));
            partitions(backup).getPartitionStateManager().clearMigratingFlag(partition);
            long version = assertInstanceOf(PutResult.Stored.class, put.join()).version();
            assertEquals(1, backups(backup));
            assertEquals(
                    version,
                    assertInstanceOf(GetResult.Found.class, home.objects().get(KEY))
                            .version());

            partitions(backup).getPartitionStateManager().trySetMigratingFlag(partition);
            CompletableFuture<RemoveResult> removed =
                    backup.objects().removeAsync(KEY, ChangeCondition.version(version), AcknowledgementLevel.HOLDERS);
            Eventually.that("it is gone", () -> home.objects().get(KEY) instanceof GetResult.Missing);
            partitions(backup).getPartitionStateManager().clearMigratingFlag(partition);
            assertInstanceOf(RemoveResult.Removed.class, removed.join());
        }
    }
}
