package io.gosling.replication.members;

import io.gosling.replication.page.PageLinkTemplate;
import java.nio.charset.StandardCharsets;

/** The beginning of the addresses of one home's copies at one server, before the documents' paths, for any version. */
public final class CopyUrlPrefix {
    private final byte[] start;
    private final byte[] end;

    CopyUrlPrefix(ReplicaPeer server, String home) {
        start = PageLinkTemplate.written(server.origin() + CopyUrlPath.PREFIX);
        end = PageLinkTemplate.written("/" + home);
    }

    /** The prefix as written in a page. Called for each link, so everything but the version is computed before. */
    public byte[] before(long version) {
        byte[] number = Long.toString(version).getBytes(StandardCharsets.US_ASCII);
        byte[] before = new byte[start.length + number.length + end.length];
        System.arraycopy(start, 0, before, 0, start.length);
        System.arraycopy(number, 0, before, start.length, number.length);
        System.arraycopy(end, 0, before, start.length + number.length, end.length);
        return before;
    }
}
