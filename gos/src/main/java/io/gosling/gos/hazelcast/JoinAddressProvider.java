package io.gosling.gos.hazelcast;

import com.hazelcast.cluster.Address;
import com.hazelcast.config.properties.PropertyDefinition;
import com.hazelcast.logging.ILogger;
import com.hazelcast.spi.discovery.AbstractDiscoveryStrategy;
import com.hazelcast.spi.discovery.DiscoveryNode;
import com.hazelcast.spi.discovery.DiscoveryStrategy;
import com.hazelcast.spi.discovery.DiscoveryStrategyFactory;
import com.hazelcast.spi.discovery.SimpleDiscoveryNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Hands the addresses of {@link JoinAddressResolver} to Hazelcast whenever it looks for members. Its own list of
 * members would do with names too, but takes all addresses of a name for one member.
 */
record JoinAddressProvider(JoinAddressResolver names) implements DiscoveryStrategyFactory {
    @Override
    public Class<? extends DiscoveryStrategy> getDiscoveryStrategyType() {
        return AbstractDiscoveryStrategy.class;
    }

    @Override
    @SuppressWarnings("rawtypes") // the signature that the interface has
    public DiscoveryStrategy newDiscoveryStrategy(
            DiscoveryNode self, ILogger logger, Map<String, Comparable> properties) {
        return new AbstractDiscoveryStrategy(logger, properties) {
            @Override
            public Iterable<DiscoveryNode> discoverNodes() {
                return names.addresses().stream()
                        .map(address -> new Address(address.getAddress(), address.getPort()))
                        .<DiscoveryNode>map(SimpleDiscoveryNode::new)
                        .toList();
            }
        };
    }

    @Override
    public Collection<PropertyDefinition> getConfigurationProperties() {
        return List.of();
    }
}
