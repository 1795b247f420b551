package io.gosling.bench.experiment;

import java.io.IOException;

/** The number of requests of a case that were answered correctly, and of those that were not. */
public record SuccessCounts(long succeeded, long failed) {
    /** Of how many requests one may fail, before a case measures failing. */
    private static final long ONE_OF = 1000;

    boolean isSound() {
        return succeeded > 0 && failed * ONE_OF <= succeeded + failed;
    }

    public void require(String with) throws IOException {
        if (!isSound()) {
            throw new IOException(failed + " requests failed, and " + succeeded + " did not, with " + with
                    + "; of a thousand no more than one may");
        }
    }
}
