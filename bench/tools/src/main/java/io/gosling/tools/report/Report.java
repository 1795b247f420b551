package io.gosling.tools.report;

/** The report of a run in the forms in which verbs print and write it. */
public interface Report {
    String markdown();

    String csv();

    /** A report that is also a page with plots, which needs no other files. */
    interface WithPage extends Report {
        String html();
    }
}
