package org.touchpaper.platform;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The properties of every service, under the prefix {@code touchpaper}.
 *
 * @param name this service's peer name, such as {@code bar-ucl}
 * @param data the directory for its files: embedded database, secrets
 * @param profile demo or production
 * @param maxBody the largest request body it accepts; 1 KB to 1 GB
 * @param tls its certificate on streams between acceptors and their peers; null for no TLS
 * @param peers the services it exchanges messages with, by name; read at the start
 * @param peersFile a file with further peers; a change takes effect without a restart
 * @param peersInterval how often that file is read; a change takes effect when two readings agree;
 *     100 ms to 1 h
 * @param users the people who may log in, by name
 * @param failedLogins how many logins may fail before others are refused for a while
 */
@ConfigurationProperties("touchpaper")
public record TouchpaperProperties(
    String name,
    @DefaultValue(".touchpaper") Path data,
    @DefaultValue("production") Profile profile,
    @DefaultValue("1MB") DataSize maxBody,
    @Nullable Tls tls,
    @DefaultValue Map<String, Peer> peers,
    @Nullable Path peersFile,
    @DefaultValue("2s") Duration peersInterval,
    @DefaultValue Map<String, User> users,
    @DefaultValue FailedLogins failedLogins) {

  private static final SettingValueRange<DataSize> BODY_RANGE =
      new SettingValueRange<>(DataSize.ofKilobytes(1), DataSize.ofGigabytes(1));
  private static final SettingValueRange<Duration> INTERVAL_RANGE =
      new SettingValueRange<>(Duration.ofMillis(100), Duration.ofHours(1));

  @SuppressWarnings("ConstantValue") // the binder passes null for what is not configured
  public TouchpaperProperties {
    if (name == null || !name.matches("[a-z0-9][a-z0-9-]*")) {
      throw new IllegalArgumentException(
          "touchpaper.name must be set, in small letters, digits and hyphens; it is " + name);
    }
    BODY_RANGE.check("touchpaper.max-body", maxBody);
    INTERVAL_RANGE.check("touchpaper.peers-interval", peersInterval);
    peers = Map.copyOf(peers);
    users = Map.copyOf(users);
  }

  /** The demo profile has default users; the production profile requires configured ones. */
  public enum Profile {
    DEMO,
    PRODUCTION
  }

  /**
   * Mutual TLS; all files are PEM.
   *
   * @param certificate our own certificate, whose common name is our peer name
   * @param key its private key
   * @param authority the authorities that issue the peers' certificates
   */
  public record Tls(Path certificate, Path key, Path authority) {
    @SuppressWarnings("ConstantValue") // the binder passes null for what is not configured
    public Tls {
      if (certificate == null || key == null || authority == null) {
        throw new IllegalArgumentException(
            "touchpaper.tls.%s is missing: certificate, key and authority belong together"
                .formatted(
                    certificate == null ? "certificate" : key == null ? "key" : "authority"));
      }
    }
  }

  /**
   * One peer.
   *
   * @param url where it listens; absent if it only calls us
   * @param stream where an acceptor listens for streams, as host:port; absent if it does not
   * @param secret the shared secret, unless {@code secret-file} is set
   * @param secretFile a file of mode 0600 with the secret
   * @param roles what it is to us: requester, holder, segment, acceptor, rm, officer, operator
   * @param sites the home sites of people that a requester may act for, where a service checks
   *     that; empty for all
   */
  @ConfigurationPropertiesSource
  public record Peer(
      @Nullable URI url,
      @Nullable String stream,
      @Nullable String secret,
      @Nullable Path secretFile,
      @DefaultValue List<String> roles,
      @DefaultValue Set<String> sites) {
    @Override
    public String toString() {
      return "Peer[url=" + url + ", roles=" + roles + "]";
    }
  }

  /**
   * One person.
   *
   * @param password plain text, or encoded with a prefix such as bcrypt in braces
   * @param passwordFile a file of mode 0600 with the password
   * @param roles any of scientist, operator, officer, admin
   */
  @ConfigurationPropertiesSource
  public record User(
      @Nullable String password,
      @Nullable Path passwordFile,
      @DefaultValue("scientist") List<String> roles) {
    @Override
    public String toString() {
      return "User[roles=" + roles + "]";
    }
  }

  /**
   * Limits on failed logins, which guessing exceeds.
   *
   * @param perUser failures of one user, or one token, at one address in a window; 1 to 1000
   * @param perAddress failures of all users at one address in a window; 1 to 100000
   * @param window the time after which as many more may fail; 1 s to 1 d
   */
  public record FailedLogins(
      @DefaultValue("10") int perUser,
      @DefaultValue("100") int perAddress,
      @DefaultValue("15m") Duration window) {
    public FailedLogins {
      var prefix = "touchpaper.failed-logins.";
      new SettingValueRange<>(1, 1000).check(prefix + "per-user", perUser);
      new SettingValueRange<>(1, 100_000).check(prefix + "per-address", perAddress);
      new SettingValueRange<>(Duration.ofSeconds(1), Duration.ofDays(1))
          .check(prefix + "window", window);
    }
  }
}
