package io.gosling.tools.workload;

import java.util.List;

/**
 * A site as a graph of documents.
 *
 * @param documents the first is the entry, where every visit begins; it stays at its home
 * @param roundSeconds how often is decided; longer where documents are
 * @param idle load below which no documents are moved, in connections a second
 */
public record DcApacheSite(String name, List<Document> documents, double roundSeconds, double idle) {
    public DcApacheSite {
        documents = List.copyOf(documents);
    }

    /**
     * A page, or a resource that a page shows or links to.
     *
     * @param shows what a browser fetches with it, by number
     * @param links the links that a client follows; empty if it is no page
     */
    public record Document(String path, long bytes, List<Integer> shows, List<Link> links) {
        public Document {
            shows = List.copyOf(shows);
            links = List.copyOf(links);
        }

        public static Document leaf(String path, long bytes) {
            return new Document(path, bytes, List.of(), List.of());
        }

        public boolean isPage() {
            return !links.isEmpty();
        }
    }

    /** A link that is followed the more often, the higher its weight: pages may link to a document several times. */
    public record Link(int to, double weight) {}

    public Document entry() {
        return documents.getFirst();
    }

    /** Bytes of all documents but the entry: what a quota is a part of. */
    public long bytes() {
        return documents.stream().mapToLong(Document::bytes).sum() - entry().bytes();
    }

    public long links() {
        return documents.stream()
                .mapToLong(one -> one.shows().size() + one.links().size())
                .sum();
    }
}
