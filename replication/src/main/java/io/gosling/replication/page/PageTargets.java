package io.gosling.replication.page;

import io.gosling.document.DocumentPath;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.replication.graph.LinkTarget;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.graph.SiteGraph;
import java.util.Optional;

/** What is served under the address of a link. */
final class PageTargets {
    private PageTargets() {}

    /** The file, if the path names exactly that: a directory's index has another address than its file. */
    static Optional<SiteFile> file(SiteGraph graph, LinkTarget.Inside target) {
        try {
            String path = DocumentPath.parse(target.path()).key();
            return graph.served(path);
        } catch (IllegalDocumentPathException unservable) {
            return Optional.empty();
        }
    }
}
