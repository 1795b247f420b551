package io.gosling.replication.coop;

import io.gosling.replication.home.HomeSite;
import io.gosling.replication.members.CopyTraffic;
import io.gosling.replication.members.ReplicaPeer;
import io.gosling.replication.members.ReplicaSet;
import io.gosling.replication.members.ServerStatusMessage;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Handles the notices of other servers, which their {@link NoticeQueues} send. For many threads. */
public record NoticeHandler(ReplicaSet group, HomeSite site, CopyFetcher copies) {
    /** With the number of a version or of a request. */
    private static final Pattern NUMBERED = Pattern.compile("(" + NoticeQueues.FORGET + "|" + NoticeQueues.UPDATE + "|"
            + NoticeQueues.EVICTED + ") ([0-9]{1,18}|[1-8][0-9]{18}) (/.*)");

    private static final Pattern ANSWERS =
            Pattern.compile(NoticeQueues.ANSWERED + " ([0-9]{1,18}) ([0-9]{1,18}) (/.*)");

    /**
     * Reads the notices of a server of the replica set; lines of another form are ignored.
     *
     * @param question the signed header of the request
     */
    public void read(ServerStatusMessage question, byte[] body) {
        String from = question.from();
        ReplicaPeer peer = group.peer(from);
        new String(body, StandardCharsets.UTF_8).lines().forEach(line -> {
            Matcher numbered = NUMBERED.matcher(line);
            Matcher answers = ANSWERS.matcher(line);
            if (numbered.matches()) {
                long number = Long.parseLong(numbered.group(2));
                String path = numbered.group(3);
                String kind = numbered.group(1);
                if (kind.equals(NoticeQueues.EVICTED)) {
                    site.evicted(path, from, number);
                } else if (kind.equals(NoticeQueues.FORGET)) {
                    copies.forget(from, path, number);
                } else if (peer != null) {
                    copies.refresh(peer, path, number);
                }
            } else if (answers.matches()) {
                CopyTraffic since = new CopyTraffic(Long.parseLong(answers.group(1)), Long.parseLong(answers.group(2)));
                site.answered(answers.group(3), from, question.number(), since);
            }
        });
    }
}
