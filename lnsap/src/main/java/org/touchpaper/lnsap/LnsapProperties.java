package org.touchpaper.lnsap;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/**
 * What an L-NSAP is told, under {@code touchpaper}, beside its element.
 *
 * @param campus a campus that comes with the service, such as {@code ucl}, or where its file is
 */
@ConfigurationProperties("touchpaper")
record LnsapProperties(String campus) {

  @SuppressWarnings("ConstantValue") // the binder passes null for what is not configured
  LnsapProperties {
    if (campus == null) {
      throw new IllegalArgumentException(
          "touchpaper.campus must be set: ucl, manchester, or where the campus's file is");
    }
  }

  Resource campusFile(ResourceLoader resources) {
    return resources.getResource(
        campus.matches("[a-z0-9-]+") ? "classpath:lnsap/" + campus + ".yaml" : campus);
  }
}
