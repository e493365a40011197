package org.touchpaper.bar.admission;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How many are let in at once, under {@code touchpaper.bar.admission}.
 *
 * @param people through the front door: browsers, command lines, middleware
 * @param peers through {@code /services}: resource managers, segments, other brokers
 * @param body how long a body may take to come
 */
@ConfigurationProperties("touchpaper.bar.admission")
record Admission(
    @DefaultValue Limit people, @DefaultValue Limit peers, @DefaultValue("5s") Duration body) {

  /**
   * One kind's limit.
   *
   * @param atOnce how many are served at the same time
   * @param waiting how many more may wait
   * @param percentForOne how much of both one caller may take: a user, a peer, or the address of
   *     who is neither
   * @param patience how long they wait
   */
  record Limit(
      @DefaultValue("32") int atOnce,
      @DefaultValue("512") int waiting,
      @DefaultValue("75") int percentForOne,
      @DefaultValue("30s") Duration patience) {

    /** What one caller may take of so many. */
    int forOne(int all) {
      return Math.max(1, all * percentForOne / 100);
    }
  }
}
