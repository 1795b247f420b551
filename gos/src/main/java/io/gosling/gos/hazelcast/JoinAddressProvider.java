package io.gosling.gos.hazelcast;

import com.hazelcast.cluster.Address;
import com.hazelcast.config.properties.PropertyDefinition;
import com.hazelcast.logging.ILogger;
import com.hazelcast.spi.discovery.AbstractDiscoveryStrategy;
import com.hazelcast.spi.discovery.DiscoveryNode;
import com.hazelcast.spi.discovery.DiscoveryStrategy;
import com.hazelcast.spi.discovery.DiscoveryStrategyFactory;
import com.hazelcast.spi.discovery.SimpleDiscoveryNode;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Hands the addresses of {@link JoinAddresses} to Hazelcast whenever it looks for members. Its own list of members
 * would do with names too, but takes all addresses of a name for one member.
 */
record JoinAddressProvider(JoinAddresses names) implements DiscoveryStrategyFactory {
    @Override
    public Class<? extends DiscoveryStrategy> getDiscoveryStrategyType() {
        return Strategy.class;
    }

    @Override
    @SuppressWarnings("rawtypes") // the signature that the interface has
    public DiscoveryStrategy newDiscoveryStrategy(
            DiscoveryNode self, ILogger logger, Map<String, Comparable> properties) {
        return new Strategy(names, logger, properties);
    }

    @Override
    public Collection<PropertyDefinition> getConfigurationProperties() {
        return List.of();
    }

    private static final class Strategy extends AbstractDiscoveryStrategy {
        private final JoinAddresses names;

        @SuppressWarnings("rawtypes") // the signature that the class has
        Strategy(JoinAddresses names, ILogger logger, Map<String, Comparable> properties) {
            super(logger, properties);
            this.names = names;
        }

        @Override
        public Iterable<DiscoveryNode> discoverNodes() {
            List<DiscoveryNode> found = new ArrayList<>();
            for (InetSocketAddress address : names.addresses()) {
                found.add(new SimpleDiscoveryNode(new Address(address.getAddress(), address.getPort())));
            }
            return found;
        }
    }
}
