package io.gosling.http;

import io.gosling.document.DocumentSource;

/** Serves the documents of a source: GET, HEAD and OPTIONS, conditionals and ranges. Safe for use by many threads. */
public final class DocumentHandler implements Handler {
    private final DocumentSource source;
    private final String node;

    /** @param node this node's name in Cache-Status */
    public DocumentHandler(DocumentSource source, String node) {
        this.source = source;
        this.node = node;
    }

    @Override
    public void handle(Exchange exchange) throws Exception {
        throw new UnsupportedOperationException(node + source);
    }
}
