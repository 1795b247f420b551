package io.gosling.gos.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.DataSerializableFactory;
import com.hazelcast.nio.serialization.IdentifiedDataSerializable;
import java.io.IOException;

/**
 * The classes that travel through Hazelcast, by number: no class name is ever read from the network. Numbers 1 to 3, 5,
 * 6 and 10 were used by earlier versions.
 */
final class HazelcastClassRegistry implements DataSerializableFactory {
    static final int FACTORY = 4676;
    static final int MERGE = 4;
    static final int ASK_HOME = 7;
    static final int KEEP_COPY = 8;
    static final int OBJECT_MERGE = 9;

    interface Numbered extends IdentifiedDataSerializable {
        @Override
        default int getFactoryId() {
            return FACTORY;
        }

        @Override
        default void writeData(ObjectDataOutput out) throws IOException {}

        @Override
        default void readData(ObjectDataInput in) throws IOException {}
    }

    @Override
    public IdentifiedDataSerializable create(int classId) {
        return switch (classId) {
            case MERGE -> new DirectoryEntryMergePolicy();
            case ASK_HOME -> new HomeRequestProcessor();
            case KEEP_COPY -> new EntryUpdateProcessor();
            case OBJECT_MERGE -> new RepositoryObjectMergePolicy();
            default ->
                throw new IllegalArgumentException("class " + classId + " of factory " + FACTORY
                        + " is not known here; expected 4 or 7 to 9: do all nodes run the same version?");
        };
    }
}
