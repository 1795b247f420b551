package io.gosling.replication.members;

import io.gosling.replication.page.LinkPlaces;
import java.nio.charset.StandardCharsets;

/** What stands before documents' paths in the addresses of one home's copies at one server, whatever their version. */
public final class CopyPrefix {
    private final byte[] start;
    private final byte[] end;

    /** @param home the name of the copies' home */
    CopyPrefix(ReplicaPeer server, String home) {
        start = LinkPlaces.written(server.origin() + CopyAddress.PREFIX);
        end = LinkPlaces.written("/" + home);
    }

    /** As it stands in a page: made for each link, so nothing of it is looked at twice. */
    public byte[] before(long version) {
        byte[] number = Long.toString(version).getBytes(StandardCharsets.US_ASCII);
        byte[] before = new byte[start.length + number.length + end.length];
        System.arraycopy(start, 0, before, 0, start.length);
        System.arraycopy(number, 0, before, start.length, number.length);
        System.arraycopy(end, 0, before, start.length + number.length, end.length);
        return before;
    }
}
