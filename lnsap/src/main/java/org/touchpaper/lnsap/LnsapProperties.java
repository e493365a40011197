package org.touchpaper.lnsap;

import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.io.Resource;
import org.touchpaper.lnsap.campus.CampusFile;
import org.touchpaper.platform.startup.SettingsErrorCollector;
import org.touchpaper.segment.reservation.SegmentProperties;
import org.touchpaper.segment.session.ElementProperties;

/**
 * The L-NSAP's properties under {@code touchpaper}, except those of its element.
 *
 * @param campus the file that describes the campus
 */
@ConfigurationProperties("touchpaper")
record LnsapProperties(Resource campus) {

  /** Requires the campus, and a login for its edge. */
  static void check(SettingsErrorCollector check) {
    check.requireCaller("holder", "bar-example");
    check.bind("touchpaper.segment", SegmentProperties.class);
    if (check.require(
        "touchpaper.campus", "file:/etc/touchpaper/campus.yaml", "the map of the campus")) {
      check
          .bind("touchpaper", LnsapProperties.class)
          .flatMap(properties -> check.attempt(() -> CampusFile.read(properties.campus())))
          .ifPresent(file ->
              ElementProperties.require(
                  check, file.campus().edge(), List.of("password", "enable-password")));
    }
  }
}
