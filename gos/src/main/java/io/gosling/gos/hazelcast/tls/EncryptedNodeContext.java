package io.gosling.gos.hazelcast.tls;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.instance.impl.NodeExtension;
import org.jspecify.annotations.Nullable;

/** Starts Hazelcast with encrypted member connections. One for each instance. */
public final class EncryptedNodeContext extends DefaultNodeContext {
    private final MemberEncryption encryption;
    private volatile @Nullable EncryptedNodeExtension extension;

    private EncryptedNodeContext(MemberEncryption encryption) {
        this.encryption = encryption;
    }

    /**
     * Starts an instance, as {@code Hazelcast.newHazelcastInstance} does.
     *
     * @throws IllegalStateException if Hazelcast has not asked for the encryption; it has been stopped then
     */
    public static HazelcastInstance start(Config config, MemberEncryption encryption) {
        EncryptedNodeContext context = new EncryptedNodeContext(encryption);
        HazelcastInstance started =
                HazelcastInstanceFactory.newHazelcastInstance(config, config.getInstanceName(), context);
        EncryptedNodeExtension made = context.extension;
        if (made == null || !made.isInstalled()) {
            started.getLifecycleService().terminate();
            throw new IllegalStateException("this version of Hazelcast ignores the encryption of member connections;"
                    + " expected the version that Gosling was built with");
        }
        return started;
    }

    @Override
    public NodeExtension createNodeExtension(Node node) {
        EncryptedNodeExtension made = new EncryptedNodeExtension(node, encryption);
        extension = made;
        return made;
    }
}
