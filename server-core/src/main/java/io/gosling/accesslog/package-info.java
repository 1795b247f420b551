/**
 * The access log: a line for every answer, made on the event loops and written by a thread of its own. Knows nothing of
 * channels or of requests: who answers fills an {@link io.gosling.accesslog.AccessRecord}.
 */
@NullMarked
package io.gosling.accesslog;

import org.jspecify.annotations.NullMarked;
