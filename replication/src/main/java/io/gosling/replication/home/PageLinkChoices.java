package io.gosling.replication.home;

import io.gosling.replication.home.SiteSnapshot.Page;
import io.gosling.replication.members.CopyUrlPrefix;
import io.gosling.replication.members.ReplicaSet;
import io.gosling.replication.page.PageLinkTemplate;
import io.gosling.replication.plan.LinkServerSelector;
import io.gosling.replication.plan.ReplicationPlan;
import io.gosling.replication.plan.ServerLoad;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The choice of a page's links for one response (DC-Apache, section 3.1.2.2, server-select): made once for each
 * document, so that a page does not have its client fetch an image twice.
 *
 * @param before the text before the path, for each place
 * @param documents those to which some link leads on another server
 */
@SuppressWarnings("ArrayRecordComponent") // made for one response and compared with nothing
record PageLinkChoices(byte[][] before, List<String> documents, int links) {

    /** @param loads of the candidates */
    static PageLinkChoices of(
            Page page,
            ReplicationPlan plan,
            Map<String, ServerLoad> loads,
            ReplicaSet group,
            DocumentVersions versions,
            RandomGenerator random) {
        PageLinkTemplate places = page.places();
        List<String> paths = places.documents();
        String[] servers = new String[paths.size()];
        byte[][] addresses = new byte[paths.size()][];
        LinkServerSelector choice = new LinkServerSelector(group.own(), loads);
        for (int document = 0; document < servers.length; document++) {
            String path = paths.get(document);
            String server = choice.choose(plan.find(path), random).orElse("");
            CopyUrlPrefix copies = group.copiesAt(server);
            servers[document] = server;
            addresses[document] = copies == null ? PageLinkTemplate.AS_IT_IS : copies.before(versions.last(path));
        }
        byte[][] before = new byte[places.size()][];
        Arrays.fill(before, PageLinkTemplate.AS_IT_IS);
        boolean[] led = new boolean[servers.length];
        List<String> chosen = new ArrayList<>();
        int links = 0;
        for (int place = 0; place < before.length; place++) {
            int document = places.document(place);
            byte[] address = addresses[document];
            if (address.length > 0 && page.mayLead(places.offset(place), servers[document])) {
                before[place] = address;
                links++;
                if (!led[document]) {
                    led[document] = true;
                    chosen.add(paths.get(document));
                }
            }
        }
        return new PageLinkChoices(before, List.copyOf(chosen), links);
    }
}
