package org.touchpaper.segment.session;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.touchpaper.platform.SettingValueRange;
import org.touchpaper.platform.TouchpaperProperties.Profile;
import org.touchpaper.platform.startup.SettingsErrorCollector;

/**
 * The settings of a segment's elements, under {@code touchpaper}: addresses, transports and logins.
 *
 * @param elements the elements by TID
 * @param elementPortBase added to the port of every element; 0 to 65,535
 * @param elementTimeout how long an element may take to answer; 100 ms to 10 min
 * @param elementKeepAlive idle time after which a session is probed; 1 s to 1 h
 * @param transcripts how transcripts are kept
 */
@ConfigurationProperties("touchpaper")
public record ElementProperties(
    @DefaultValue Map<String, Element> elements,
    @DefaultValue("0") int elementPortBase,
    @DefaultValue("10s") Duration elementTimeout,
    @DefaultValue("20s") Duration elementKeepAlive,
    @DefaultValue Transcripts transcripts) {

  private static final int LAST_PORT = 65_535;
  private static final SettingValueRange<Integer> PORT_BASE = new SettingValueRange<>(0, LAST_PORT);
  private static final SettingValueRange<Duration> TIMEOUT =
      new SettingValueRange<>(Duration.ofMillis(100), Duration.ofMinutes(10));
  private static final SettingValueRange<Duration> KEEP_ALIVE =
      new SettingValueRange<>(Duration.ofSeconds(1), Duration.ofHours(1));
  private static final SettingValueRange<Duration> SETTLE =
      new SettingValueRange<>(Duration.ZERO, Duration.ofMinutes(1));

  public ElementProperties {
    PORT_BASE.check("touchpaper.element-port-base", elementPortBase);
    TIMEOUT.check("touchpaper.element-timeout", elementTimeout);
    KEEP_ALIVE.check("touchpaper.element-keep-alive", elementKeepAlive);
    var port = new SettingValueRange<>(0, LAST_PORT - elementPortBase);
    elements.forEach((tid, element) -> {
      port.check(property(tid) + ".port", element.port());
      SETTLE.check(property(tid) + ".settle", element.settle());
    });
  }

  /**
   * One element with its login. Only emulated elements may omit it.
   *
   * @param host the host name or address
   * @param port the port; {@code touchpaper.element-port-base} is added to it
   * @param transport telnet is raw TCP to an element that negotiates no options
   * @param user the login name
   * @param password the login's password
   * @param enablePassword the second password of a Cisco IOS line
   * @param settle pause after a login (500 ms for a Calient); 0 s to 1 min
   * @param loginGroup elements with the same value are logged in to one at a time
   */
  @ConfigurationPropertiesSource
  public record Element(
      @DefaultValue("127.0.0.1") String host,
      int port,
      @DefaultValue("telnet") Transport transport,
      @Nullable String user,
      @Nullable String password,
      @Nullable String enablePassword,
      @Nullable Ssh ssh,
      @Nullable Tls tls,
      @DefaultValue("0s") Duration settle,
      @Nullable String loginGroup) {

    private @Nullable String login(String name) {
      return switch (name) {
        case "user" -> user;
        case "password" -> password;
        case "enable-password" -> enablePassword;
        default -> throw new IllegalArgumentException(name);
      };
    }

    @Override
    public String toString() {
      return "Element[" + host + ":" + port + " over " + transport + "]";
    }
  }

  /** A way to reach an element. */
  public enum Transport {
    RAW,
    TELNET,
    TLS,
    SSH
  }

  /**
   * SSH to an element. A host key that is neither listed here nor in the file is refused; the
   * refusal shows it.
   *
   * @param hostKey fingerprints ({@code SHA256:…}) or public keys ({@code ssh-ed25519 AAAA…})
   * @param knownHosts a file in OpenSSH's format
   * @param privateKey a file; without one the element's password is used
   * @param passphrase of the private key
   * @param subsystem to request instead of a shell, such as {@code tl1telnet}
   */
  public record Ssh(
      @DefaultValue List<String> hostKey,
      @Nullable Path knownHosts,
      @Nullable Path privateKey,
      @Nullable String passphrase,
      @Nullable String subsystem) {

    @Override
    public String toString() {
      return "Ssh[hostKey=" + hostKey + "]";
    }
  }

  /**
   * TLS to an element. Without the first two settings the JDK's trusted certificates apply.
   *
   * @param certificate a PEM file: the element's own certificate, the only one trusted
   * @param trustStore a key store of authorities, whose certificates must name the host
   * @param trustStorePassword the password of the trust store
   * @param keyStore a key store with our own certificate (mutual TLS)
   * @param keyStorePassword the password of the key store
   */
  public record Tls(
      @Nullable Path certificate,
      @Nullable Path trustStore,
      @DefaultValue("") String trustStorePassword,
      @Nullable Path keyStore,
      @DefaultValue("") String keyStorePassword) {

    @Override
    public String toString() {
      return "Tls[certificate=" + certificate + ", trustStore=" + trustStore + "]";
    }
  }

  /**
   * How transcripts are kept.
   *
   * @param folder for the files; {@code transcripts} in the data directory if null
   * @param fileSize size at which a new file is begun; 1 KB to 10 GB
   * @param files number of files for each element, up to 1,000; 0 keeps the last lines in memory
   *     only
   */
  public record Transcripts(
      @Nullable Path folder,
      @DefaultValue("10MB") DataSize fileSize,
      @DefaultValue("5") int files) {

    private static final SettingValueRange<DataSize> FILE_SIZE =
        new SettingValueRange<>(DataSize.ofKilobytes(1), DataSize.ofGigabytes(10));
    private static final SettingValueRange<Integer> FILES = new SettingValueRange<>(0, 1_000);

    public Transcripts {
      FILE_SIZE.check("touchpaper.transcripts.file-size", fileSize);
      FILES.check("touchpaper.transcripts.files", files);
    }
  }

  /**
   * Requires the address and the login of an element; emulated elements of a demo have defaults.
   *
   * @param login the properties of its login
   */
  public static void require(SettingsErrorCollector check, String tid, List<String> login) {
    if (!check.isProduction()) {
      return;
    }
    var key = property(tid) + ".";
    var element =
        check.bind("touchpaper", ElementProperties.class).map(all -> all.elements().get(tid));
    if (element.isEmpty()) {
      check.missing(key + "host", tid.toLowerCase(Locale.ROOT) + ".example.org", "its address");
    }
    if (element.map(Element::port).orElse(0) == 0) {
      check.missing(key + "port", "22", "its port");
    }
    for (var name : login) {
      if (element.map(given -> given.login(name)).isEmpty()) {
        check.missing(key + name, "secret", "its login");
      }
    }
  }

  public String host(String tid) {
    return element(tid).host();
  }

  public int port(String tid) {
    return element(tid).port() + elementPortBase;
  }

  public String user(String tid, Profile profile) {
    return ElementCredentialResolver.USER.resolve(
        property(tid) + ".user", element(tid).user(), profile);
  }

  public String password(String tid, Profile profile) {
    return ElementCredentialResolver.PASSWORD.resolve(
        property(tid) + ".password", element(tid).password(), profile);
  }

  /** The enable password of an IOS line. */
  public String enablePassword(String tid, Profile profile) {
    return ElementCredentialResolver.PASSWORD.resolve(
        property(tid) + ".enable-password", element(tid).enablePassword(), profile);
  }

  /** The prefix of an element's settings. */
  public static String property(String tid) {
    return "touchpaper.elements." + tid;
  }

  /**
   * The settings of an element.
   *
   * @throws IllegalArgumentException if it has none
   */
  public Element element(String tid) {
    var element = elements.get(tid);
    if (element == null) {
      throw new IllegalArgumentException(
          property(tid) + " is not set; add host, port and login of this element");
    }
    return element;
  }
}
