package org.touchpaper.nsap;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.io.Resource;
import org.touchpaper.nsap.circuit.WideAreaAllocatorSettings;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.platform.SettingValueRange;
import org.touchpaper.platform.startup.SettingsErrorCollector;
import org.touchpaper.segment.reservation.SegmentProperties;
import org.touchpaper.segment.session.ElementProperties;

/**
 * The NSAP's properties under {@code touchpaper}, except those of its elements.
 *
 * @param topology the file that describes the network
 * @param horizon how far ahead a booking may end; 1 min to 3,660 days
 * @param paths the number of paths considered between two attachments; 1 to 1,000
 */
@ConfigurationProperties("touchpaper")
record NsapProperties(
    Resource topology, @DefaultValue("366d") Duration horizon, @DefaultValue("16") int paths) {

  private static final SettingValueRange<Duration> HORIZON =
      new SettingValueRange<>(Duration.ofMinutes(1), Duration.ofDays(3_660));
  private static final SettingValueRange<Integer> PATHS = new SettingValueRange<>(1, 1_000);

  NsapProperties {
    HORIZON.check("touchpaper.horizon", horizon);
    PATHS.check("touchpaper.paths", paths);
  }

  /** Requires the topology, and a login for each of its elements. */
  static void check(SettingsErrorCollector check) {
    check.requireCaller("holder", "bar-example");
    check.bind("touchpaper.segment", SegmentProperties.class);
    if (check.require(
        "touchpaper.topology", "file:/etc/touchpaper/wide-area.yaml", "the map of the network")) {
      check
          .bind("touchpaper", NsapProperties.class)
          .flatMap(properties -> check.attempt(() -> TopologyFile.read(properties.topology())))
          .ifPresent(topology ->
              topology
                  .nodes()
                  .forEach(node ->
                      ElementProperties.require(check, node.tid(), List.of("user", "password"))));
    }
  }

  WideAreaAllocatorSettings limits() {
    return new WideAreaAllocatorSettings(horizon, paths);
  }
}
