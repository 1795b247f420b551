/**
 * Virtual hosts: what each host name serves, assembled from its configuration.
 *
 * <p>Start at {@link SiteHandlerFactory}, which builds the filter chain in the documented order; {@link Site}, {@link
 * SiteContent} and {@link SiteRules} are the configuration. {@link SiteFileSource}, {@link SiteDocumentFinder} and
 * {@link NegotiatedDocumentSource} find the document for a path, {@link CachedSiteDocumentLookup} and {@link
 * SiteHeaderBuilder} decide what event loops may send from memory. {@link OriginHandlerFactory} is the port to other
 * servers. Depends on io.gosling.http, io.gosling.document and its own subpackages, which do not depend on it.
 */
@NullMarked
package io.gosling.site;

import org.jspecify.annotations.NullMarked;
