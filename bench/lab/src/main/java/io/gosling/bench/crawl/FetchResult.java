package io.gosling.bench.crawl;

/** The outcome of one request. */
sealed interface FetchResult {

    /**
     * A complete response, with empty strings for missing headers.
     *
     * @param body all of its bytes; not to be changed
     */
    record Answered(int status, String mediaType, String cacheStatus, String location, byte[] body)
            implements FetchResult {}

    /**
     * A failed request.
     *
     * @param begun whether the response had begun: such a request may fail when its server dies, one whose response
     *     had not begun may not
     */
    record Failed(boolean begun, String reason) implements FetchResult {
        @Override
        public String toString() {
            return (begun ? "answer cut off: " : "no answer: ") + reason;
        }
    }
}
