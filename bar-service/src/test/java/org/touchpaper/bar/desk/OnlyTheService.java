package org.touchpaper.bar.desk;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;

/** Leaves out the tests' own configurations, which lie in packages that the application scans. */
final class OnlyTheService extends TypeExcludeFilter {

  @Override
  public boolean match(MetadataReader type, MetadataReaderFactory factory) throws IOException {
    return type.getResource().getURL().getPath().contains("/test-classes/");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof OnlyTheService;
  }

  @Override
  public int hashCode() {
    return 1;
  }
}
