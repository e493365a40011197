package org.touchpaper.bar.admission;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How many are let in at once, under {@code touchpaper.bar.admission}.
 *
 * @param people through the front door: browsers, command lines, middleware
 * @param peers through {@code /services}: resource managers, segments, other brokers
 */
@ConfigurationProperties("touchpaper.bar.admission")
record Admission(@DefaultValue Limit people, @DefaultValue Limit peers) {

  /**
   * One kind's limit.
   *
   * @param atOnce how many are served at the same time
   * @param waiting how many more may wait
   * @param patience how long they wait
   */
  record Limit(
      @DefaultValue("32") int atOnce,
      @DefaultValue("512") int waiting,
      @DefaultValue("30s") Duration patience) {}
}
