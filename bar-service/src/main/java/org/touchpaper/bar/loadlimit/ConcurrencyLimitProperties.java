package org.touchpaper.bar.loadlimit;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.touchpaper.platform.FairBulkhead;

/**
 * The limits on concurrent requests, under {@code touchpaper.bar.admission}.
 *
 * @param people for users: browsers, command lines, middleware
 * @param peers for {@code /services} and {@code /harc}: resource managers, segments, other brokers
 * @param resourceManager for the calls of the network's resource manager in this process
 * @param body how long a request body may take to arrive
 */
@ConfigurationProperties("touchpaper.bar.admission")
record ConcurrencyLimitProperties(
    @DefaultValue Limit people,
    @DefaultValue Limit peers,
    @DefaultValue Limit resourceManager,
    @DefaultValue("5s") Duration body) {

  /**
   * The limit for one kind of caller.
   *
   * @param atOnce how many requests are served concurrently
   * @param waiting how many more may queue
   * @param percentForOne the share of both that one caller may use, in percent; a caller is a user,
   *     a peer, or else an address
   * @param patience how long a request may queue
   */
  record Limit(
      @DefaultValue("32") int atOnce,
      @DefaultValue("512") int waiting,
      @DefaultValue("75") int percentForOne,
      @DefaultValue("30s") Duration patience) {

    FairBulkhead newBulkhead() {
      return new FairBulkhead(atOnce, waiting, percentForOne, patience);
    }
  }
}
