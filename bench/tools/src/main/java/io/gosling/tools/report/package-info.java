/**
 * Reports for people and programs: the columns of results, from which CSV, tables and JSON follow, and plots and pages
 * that need no other files.
 *
 * <p>Start at {@link ResultColumns} and {@link HtmlReportPage}.
 */
@NullMarked
package io.gosling.tools.report;

import org.jspecify.annotations.NullMarked;
