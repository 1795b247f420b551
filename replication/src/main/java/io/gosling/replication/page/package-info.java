/**
 * Pages with links that were chosen: which links may be, and the bytes that are sent. Pure: no file, no network, no
 * clock, no choice either; whoever calls says which address each link is to have.
 *
 * <p>Start at {@link PageLinkAnalysis}, made once a page, and {@link CopiedPageRewriter}, once a response.
 */
@NullMarked
package io.gosling.replication.page;

import org.jspecify.annotations.NullMarked;
