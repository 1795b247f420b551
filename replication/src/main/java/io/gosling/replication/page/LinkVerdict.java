package io.gosling.replication.page;

/**
 * The result of the safety rules for a link: it may lead to a copy of its document on another server, or the reason why
 * not.
 */
public enum LinkVerdict {
    CHOSEN("may be chosen"),
    OUTSIDE("leads out of the site, or to this page"),
    BROKEN("leads to nothing"),
    DOCUMENT("leads to another page; only --documents lets these be chosen"),
    ENTRY("leads to an entry point, which stays at home"),
    FORM("sends a form"),
    BASE("is the page's base address"),
    NAME("is a name and not fetched: canonical, hreflang, licence, quotation"),
    QUERY("has a query that may be signed or be good for one use; v=, ver=, rev=, hash= and a bare number are"
            + " versions"),
    INTEGRITY("has a digest (integrity): another origin's bytes count only with crossorigin, on servers that send CORS,"
            + " and never for styles, whose own links may change; or it stands in a file that has one"),
    CORS("is fetched with CORS; only --cors lets these be chosen"),
    CREDENTIALS("is fetched with the user's credentials, which belong to this origin"),
    MODULE("is a module script, which imports others by its own address: a copy has another one"),
    FONT("is a font, fetched with CORS; only --cors lets these be chosen"),
    CANVAS("is an image or media on a page with a canvas, which scripts can read only while all in it has one origin"),
    SAME_ORIGIN("works within its own origin only: use, manifest, subtitles, frames and links into these, plug-ins"),
    DOWNLOAD("has download, which browsers obey within an origin only"),
    SERVICE_WORKER("is a service worker, which rules the origin that it comes from"),
    UNREAD("leads to a page, a style or XML whose own links are not known, and would lead nowhere on another server"),
    BOUND("leads to a page, or to SVG or other XML, that works at home alone: a form to itself, a policy with 'self' or"
            + " base-uri, or one in its header, or something that needs the page's own origin (module scripts, frames,"
            + " use, subtitles, download, digests without crossorigin; without --cors fonts and what else is fetched"
            + " with CORS)"),
    MANY("is not among the first " + PageLinkAnalysis.MOST_LINKS
            + " of its page that may be chosen, or leads to a page or"
            + " style with more links than that, all of which would have to lead home"),
    OTHER("is fetched for something that is not known to be safe"),
    POLICY("would be refused by the page's content security policy");

    private final String text;

    LinkVerdict(String text) {
        this.text = text;
    }

    /** The reason, as the end of a sentence that begins with the link. */
    public String text() {
        return text;
    }
}
