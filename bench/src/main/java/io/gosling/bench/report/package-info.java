/** Figures for people: plots and pages that need nothing from elsewhere. */
@NullMarked
package io.gosling.bench.report;

import org.jspecify.annotations.NullMarked;
