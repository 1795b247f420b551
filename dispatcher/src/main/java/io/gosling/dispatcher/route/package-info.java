/**
 * The routes of a front-end: conditions on a request's header, and actions for the requests that meet them.
 *
 * <p>Start at {@link FrontEndRoutes}, which {@link FrontEndRouteReader} makes of the sections of {@code routes}, whose
 * settings {@link FrontEndRouteSettings} declares. {@link RouteActions} is what a request's routes say together: header
 * changes, pool and timeout. It is determined once for each request, on its event loop, before a back-end is chosen and
 * before any header is changed. Everything is immutable and does no I/O.
 */
@NullMarked
package io.gosling.dispatcher.route;

import org.jspecify.annotations.NullMarked;
