package io.gosling.gos.space;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.http.documents.FetchedDocument;
import java.io.IOException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One fetch of a small object from a holder; what differs between documents and responses of origins. */
public interface HolderFetch {
    /** Makes the fetches of one kind of objects. */
    interface Kind {
        /** Returns false for a key whose object is always left to the worker path. */
        boolean has(String key);

        HolderFetch of(LocalObjectEntry object, ClusterMember holder);

        /** The object that an entry owner is to give where it is a holder. */
        SmallObjectClient.Wanted wanted();
    }

    /** Asks the holder, on the loop; returns false, with nothing done, where that is not possible at once. */
    boolean ask(SmallObjectClient peers, Executor loop, SmallObjectClient.Receiver receiver);

    /**
     * Returns the response with an object, on the loop, before its bytes are verified.
     *
     * @param answer a copy or a reply, whose bytes pass to the response
     * @return null, with the bytes left to the caller, if the object may not be served without asking anybody else
     */
    @Nullable
    FetchedDocument response(SmallObjectResult answer);

    /**
     * Stores the object of the response if it is right and worth it. Called by a thread that may block, while the
     * response has a reference.
     *
     * @throws IOException when the bytes are not what the holder says they are
     */
    void keep() throws IOException;
}
