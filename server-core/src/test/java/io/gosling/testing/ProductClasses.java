package io.gosling.testing;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/**
 * The classes for tests of the architecture: the product without its tests, be they a folder of classes or, once a
 * module was packaged, its jar of test classes.
 */
public final class ProductClasses implements ImportOption {
    @Override
    public boolean includes(Location location) {
        return new ImportOption.DoNotIncludeTests().includes(location) && !location.contains("-tests.jar");
    }
}
