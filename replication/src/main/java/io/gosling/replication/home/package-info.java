/**
 * The home side of a server: its own documents, which of them have copies elsewhere, and pages with links to those
 * copies.
 *
 * <p>Start at {@link HomeSite}, which counts requests and places copies; {@link SiteSnapshot} is the site at its last
 * scan. {@link PageHandler} chooses the links of a page for each response ({@link PageLinkChoices}); {@link
 * RenderedVariantCache} keeps a few rendered variants of each page for a short time, so that the event loop can send
 * them. Depends on members; coop and serve use it.
 */
@NullMarked
package io.gosling.replication.home;

import org.jspecify.annotations.NullMarked;
