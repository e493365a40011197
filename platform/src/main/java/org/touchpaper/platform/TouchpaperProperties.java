package org.touchpaper.platform;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What every service is told, under the prefix {@code touchpaper}.
 *
 * @param name this service's name among its peers, such as {@code bar-ucl}
 * @param data where it keeps files: its embedded database, its secrets
 * @param profile demo or production
 * @param maxBody the largest request body it reads; 1 KB to 1 GB
 * @param tls what it shows on streams between acceptors and their peers; null for no TLS on them
 * @param peers the services it talks with, by their names
 * @param users the people who may log in, by their names
 */
@ConfigurationProperties("touchpaper")
public record TouchpaperProperties(
    String name,
    @DefaultValue(".touchpaper") Path data,
    @DefaultValue("production") Profile profile,
    @DefaultValue("1MB") DataSize maxBody,
    @Nullable Tls tls,
    @DefaultValue Map<String, Peer> peers,
    @DefaultValue Map<String, User> users) {

  private static final PermittedRange<DataSize> BODY =
      new PermittedRange<>(DataSize.ofKilobytes(1), DataSize.ofGigabytes(1));

  @SuppressWarnings("ConstantValue") // the binder passes null for what is not configured
  public TouchpaperProperties {
    if (name == null || !name.matches("[a-z0-9][a-z0-9-]*")) {
      throw new IllegalArgumentException(
          "touchpaper.name must be set, in small letters, digits and hyphens; it is " + name);
    }
    BODY.check("touchpaper.max-body", maxBody);
    peers = Map.copyOf(peers);
    users = Map.copyOf(users);
  }

  /** Demo makes things easy, production makes them safe. */
  public enum Profile {
    DEMO,
    PRODUCTION
  }

  /**
   * Mutual TLS: files, all PEM.
   *
   * @param certificate our own, whose common name is our peer name
   * @param key the key to it
   * @param authority those that peers' certificates are from
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
   * @param url where it listens; absent for one that only calls us
   * @param stream where an acceptor listens for streams, as host:port; absent if it does not
   * @param secret shared with it; or
   * @param secretFile a file of mode 0600 that holds the secret
   * @param roles what it is to us: requester, holder, segment, acceptor, rm
   * @param sites whose people a requester may ask for, where a service minds; empty for all
   */
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
   * @param password plain or with an encoder's prefix such as {@code {bcrypt}}; or
   * @param passwordFile a file of mode 0600 that holds it
   * @param roles of scientist, operator, officer, admin
   */
  public record User(
      @Nullable String password,
      @Nullable Path passwordFile,
      @DefaultValue("scientist") List<String> roles) {
    @Override
    public String toString() {
      return "User[roles=" + roles + "]";
    }
  }
}
