package org.touchpaper.bar.webhook;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.touchpaper.platform.SettingValueRange;

/**
 * The limits on webhooks, under {@code touchpaper.webhooks}.
 *
 * @param allowPrivateAddresses whether events may be posted to loopback, private, link-local and
 *     other addresses that are not public
 * @param requireHttps whether an address must begin with https
 * @param perUser how many webhooks a user may have; 0 for none
 * @param timeout how long the receiver may take to answer
 * @param giveUpAfter how long deliveries may fail before the webhook is paused
 */
@ConfigurationProperties("touchpaper.webhooks")
public record WebhookProperties(
    @DefaultValue("false") boolean allowPrivateAddresses,
    @DefaultValue("true") boolean requireHttps,
    @DefaultValue("10") int perUser,
    @DefaultValue("10s") Duration timeout,
    @DefaultValue("24h") Duration giveUpAfter) {

  private static final SettingValueRange<Integer> PER_USER_RANGE = new SettingValueRange<>(0, 1000);
  private static final SettingValueRange<Duration> TIMEOUT_RANGE =
      new SettingValueRange<>(Duration.ofSeconds(1), Duration.ofMinutes(1));
  private static final SettingValueRange<Duration> GIVE_UP_RANGE =
      new SettingValueRange<>(Duration.ofMinutes(1), Duration.ofDays(30));

  public WebhookProperties {
    PER_USER_RANGE.check("touchpaper.webhooks.per-user", perUser);
    TIMEOUT_RANGE.check("touchpaper.webhooks.timeout", timeout);
    GIVE_UP_RANGE.check("touchpaper.webhooks.give-up-after", giveUpAfter);
  }
}
