package io.gosling.gos.purge;

import io.gosling.purge.message.PurgeSelector;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Names the changes made by unsafe requests as purge selectors: by the very keys under which responses are stored,
 * where operators name URLs. Pure.
 */
public final class ChangeSelectorFactory {
    private static final String NAMES = "/~gosling/changed/";
    private static final String URL = NAMES + "url";
    private static final String BELOW = NAMES + "below";
    private static final String TAG = NAMES + "tag/";

    /** All that is kept of any origin and handler: more than could be named has changed. */
    public static final PurgeSelector ANY = new PurgeSelector.Url(NAMES + "any");

    /** The length of the prefix that stands for a URL that is longer than a name may be. */
    private static final int CUT = 2048;

    private ChangeSelectorFactory() {}

    /** The responses of one URL, however clients came. */
    public static PurgeSelector url(String url) {
        String place = url.substring(url.indexOf("://"));
        return bytes(URL + place) > PurgeSelector.LONGEST
                ? new PurgeSelector.Url(BELOW + place.substring(0, CUT))
                : new PurgeSelector.Url(URL + place);
    }

    public static PurgeSelector tag(String tag) {
        return bytes(TAG + tag) > PurgeSelector.LONGEST ? ANY : new PurgeSelector.Url(TAG + tag);
    }

    private static int bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Returns true if a selector names a change made by an unsafe request. */
    public static boolean isOne(PurgeSelector selector) {
        return selector instanceof PurgeSelector.Url && selector.name().startsWith(NAMES);
    }

    public static PurgeTargetResolver beside(PurgeTargetResolver keys) {
        return selector -> isOne(selector) ? changed(selector.name()) : keys.of(selector);
    }

    private static List<PurgeTarget> changed(String name) {
        if (name.startsWith(TAG)) {
            return List.of(new PurgeTarget.Tag(name.substring(TAG.length())));
        }
        if (name.startsWith(BELOW + "://")) {
            String place = name.substring(BELOW.length());
            return List.of(new PurgeTarget.Prefix("http" + place), new PurgeTarget.Prefix("https" + place));
        }
        if (name.startsWith(URL + "://")) {
            String place = name.substring(URL.length());
            return List.of(new PurgeTarget.Key("http" + place), new PurgeTarget.Key("https" + place));
        }
        return List.of();
    }
}
