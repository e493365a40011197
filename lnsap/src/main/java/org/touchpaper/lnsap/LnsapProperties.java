package org.touchpaper.lnsap;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/**
 * The L-NSAP's properties under {@code touchpaper}, except those of its element.
 *
 * @param campus a built-in campus, such as {@code ucl}, or the location of a campus file
 */
@ConfigurationProperties("touchpaper")
record LnsapProperties(String campus) {

  @SuppressWarnings("ConstantValue") // the binder passes null for what is not configured
  LnsapProperties {
    if (campus == null) {
      throw new IllegalArgumentException(
          "touchpaper.campus must be set: ucl, manchester, or the location of a campus file");
    }
  }

  Resource campusFile(ResourceLoader resources) {
    return resources.getResource(
        campus.matches("[a-z0-9-]+") ? "classpath:lnsap/" + campus + ".yaml" : campus);
  }
}
