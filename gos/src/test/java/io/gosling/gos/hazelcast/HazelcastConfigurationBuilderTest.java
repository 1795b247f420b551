package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.hazelcast.config.Config;
import com.hazelcast.config.EvictionPolicy;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.Members;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.repository.RepositorySettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HazelcastConfigurationBuilderTest {
    private static Config of(RepositorySettings repository) {
        ClusterSettings settings =
                ClusterSettings.of("n1", NodeRole.ALL, Members.ANY_PORT).of(repository.values());
        return HazelcastConfigurationBuilder.of(settings, ClusterMember.named("n1", 1), Map.of());
    }

    @Test
    void aBackupThatDoesNotAnswerIsNotTakenForOneThatHasTheObjectWhileAnybodyWaits() {
        RepositorySettings usual = RepositorySettings.defaults();
        RepositorySettings patient = usual.with(RepositorySettings.DEADLINE, Duration.ofSeconds(30));
        assertEquals("6000", of(usual).getProperty("hazelcast.operation.backup.timeout.millis"));
        assertEquals("31000", of(patient).getProperty("hazelcast.operation.backup.timeout.millis"));
    }

    @Test
    void theGridDropsNothingByItself() {
        RepositorySettings cache = RepositorySettings.defaults()
                .with(RepositorySettings.OBJECTS, 10)
                .with(RepositorySettings.BYTES, 64L << 20)
                .with(RepositorySettings.FULL, RepositorySettings.WhenFull.DROP)
                .with(RepositorySettings.BACKUPS, 2)
                .with(RepositorySettings.LARGEST, 1 << 20);
        assertEquals(
                EvictionPolicy.NONE,
                of(cache)
                        .getMapConfig(HazelcastConfigurationBuilder.OBJECTS)
                        .getEvictionConfig()
                        .getEvictionPolicy());
    }
}
