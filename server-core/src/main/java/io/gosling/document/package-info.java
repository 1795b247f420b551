/**
 * What is served: paths, documents, validators and the places documents come from.
 *
 * <p>Start at {@link io.gosling.document.DocumentSource}: whatever can produce a page is one.
 */
@NullMarked
package io.gosling.document;

import org.jspecify.annotations.NullMarked;
