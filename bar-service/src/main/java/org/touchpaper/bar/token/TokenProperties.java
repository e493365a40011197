package org.touchpaper.bar.token;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.touchpaper.platform.SettingValueRange;

/**
 * The life of API tokens, under {@code touchpaper.bar.tokens}.
 *
 * @param defaultLifetime how long a token lives whose owner names no end
 * @param maxLifetime how long a token lives at most; 1 min to 3650 d
 */
@ConfigurationProperties("touchpaper.bar.tokens")
record TokenProperties(
    @DefaultValue("90d") Duration defaultLifetime, @DefaultValue("366d") Duration maxLifetime) {

  TokenProperties {
    new SettingValueRange<>(Duration.ofMinutes(1), Duration.ofDays(3650))
        .check("touchpaper.bar.tokens.max-lifetime", maxLifetime);
    new SettingValueRange<>(Duration.ofMinutes(1), maxLifetime)
        .check("touchpaper.bar.tokens.default-lifetime", defaultLifetime);
  }
}
