package io.gosling.node.configuration;

import io.gosling.node.configuration.SiteDirectoryCheck.Obstacle;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.NodeSitesSettings;
import io.gosling.node.settings.SiteSettings;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.SettingValues;
import io.gosling.site.Site;
import io.gosling.site.SiteHandlerFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Converts the values of {@code sites} to sites. */
public final class SiteConfigurationConverter {
    private SiteConfigurationConverter() {}

    /**
     * The sites of a node; empty if it serves one directory. Their roots are not checked.
     *
     * @throws BadConfigurationException when values that are each right do not go together, or a file of users cannot
     * be read
     */
    public static List<Site> sites(SettingValues values) throws BadConfigurationException {
        return read(values).sites();
    }

    /**
     * The origins of all sites, in the order of the file; none where there are none.
     *
     * @throws BadConfigurationException as {@link #sites}
     */
    public static List<OriginSettings> origins(SettingValues values) throws BadConfigurationException {
        return read(values).origins();
    }

    private record Configured(List<Site> sites, List<OriginSettings> origins) {}

    private static Configured read(SettingValues values) throws BadConfigurationException {
        List<SettingValues> sections = sections(values);
        List<String> complaints = new ArrayList<>();
        List<Site> sites = new ArrayList<>();
        List<OriginSettings> origins = new ArrayList<>();
        for (int i = 0; i < sections.size(); i++) {
            SiteSectionConverter reader = new SiteSectionConverter(sections.get(i), values, where(sections.get(i), i));
            reader.read().ifPresent(sites::add);
            origins.addAll(reader.origins);
            complaints.addAll(reader.complaints);
        }
        try {
            SiteHandlerFactory.requireDistinct(sites);
        } catch (IllegalArgumentException e) {
            complaints.add("sites: " + e.getMessage());
        }
        if (!sections.isEmpty() && values.isGiven(NodeSettings.DIR)) {
            complaints.add("dir: given, and sites as well; expected one of them: a site has its directories as roots");
        }
        if (!complaints.isEmpty()) {
            throw new BadConfigurationException(complaints);
        }
        return new Configured(sites, origins);
    }

    /**
     * Checks the roots of all sites.
     *
     * @throws BadConfigurationException naming each that is missing, something else, or may not be read
     */
    public static void requireRoots(SettingValues values) throws BadConfigurationException {
        List<SettingValues> sections = sections(values);
        List<String> complaints = new ArrayList<>();
        for (int i = 0; i < sections.size(); i++) {
            for (Path root : sections.get(i).find(SiteSettings.ROOTS).orElse(List.of())) {
                Obstacle obstacle = SiteDirectoryCheck.obstacle(root);
                if (obstacle != null) {
                    complaints.add(sections.get(i).place() + where(sections.get(i), i) + ": roots: " + obstacle.text());
                }
            }
        }
        if (!complaints.isEmpty()) {
            throw new BadConfigurationException(complaints);
        }
    }

    private static List<SettingValues> sections(SettingValues values) {
        return values.find(NodeSitesSettings.SITES).orElse(List.of());
    }

    private static String where(SettingValues section, int index) {
        return "sites: " + section.find(SiteSettings.NAME).orElse("number " + (index + 1));
    }
}
