package org.touchpaper.segment.provider;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.touchpaper.platform.PermittedRange;
import org.touchpaper.platform.TouchpaperProperties.Profile;

/**
 * Where a segment's elements listen, how to reach them and how to log in, under {@code touchpaper}.
 *
 * @param elements the elements by TID
 * @param elementPortBase added to the port of every element; 0 to 65,535
 * @param elementTimeout how long an element may take to answer; 100 ms to 10 min
 * @param elementKeepAlive after which an idle session asks for a sign of life; 1 s to 1 h
 * @param transcripts what is kept of the conversations
 */
@ConfigurationProperties("touchpaper")
public record ElementProperties(
    @DefaultValue Map<String, Element> elements,
    @DefaultValue("0") int elementPortBase,
    @DefaultValue("10s") Duration elementTimeout,
    @DefaultValue("20s") Duration elementKeepAlive,
    @DefaultValue Transcripts transcripts) {

  private static final int LAST_PORT = 65_535;
  private static final PermittedRange<Integer> PORT_BASE = new PermittedRange<>(0, LAST_PORT);
  private static final PermittedRange<Duration> TIMEOUT =
      new PermittedRange<>(Duration.ofMillis(100), Duration.ofMinutes(10));
  private static final PermittedRange<Duration> KEEP_ALIVE =
      new PermittedRange<>(Duration.ofSeconds(1), Duration.ofHours(1));
  private static final PermittedRange<Duration> SETTLE =
      new PermittedRange<>(Duration.ZERO, Duration.ofMinutes(1));

  public ElementProperties {
    PORT_BASE.check("touchpaper.element-port-base", elementPortBase);
    TIMEOUT.check("touchpaper.element-timeout", elementTimeout);
    KEEP_ALIVE.check("touchpaper.element-keep-alive", elementKeepAlive);
    var port = new PermittedRange<>(0, LAST_PORT - elementPortBase);
    elements.forEach((tid, element) -> {
      port.check(property(tid) + ".port", element.port());
      SETTLE.check(property(tid) + ".settle", element.settle());
    });
  }

  /**
   * One element, with what its language's login needs; only emulated ones may go without.
   *
   * @param transport how it is reached; telnet is raw TCP to an element that negotiates nothing
   * @param settle how long it wants to be left alone after a login (500 ms for a Calient); 0 s to 1
   *     min
   * @param loginTurn a name that elements share of which only one is to be logged in to at a time
   */
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
      @Nullable String loginTurn) {

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
   * SSH to an element. A host key that is neither here nor in the file is refused, and the refusal
   * shows it.
   *
   * @param hostKey fingerprints ({@code SHA256:…}) or public keys ({@code ssh-ed25519 AAAA…})
   * @param knownHosts a file as OpenSSH's
   * @param privateKey a file; without one the element's password is shown
   * @param passphrase of the private key
   * @param subsystem to ask for instead of a shell, such as {@code tl1telnet}
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
   * TLS to an element; without the first two, those certificates count that the JDK trusts.
   *
   * @param certificate a file, PEM: the element's own certificate, which alone is trusted
   * @param trustStore of authorities, whose certificates have to name the host
   * @param keyStore what we show of ourselves (mutual TLS)
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
   * What is kept of what is said to and by each element.
   *
   * @param folder for the files; {@code transcripts} in the data directory if null
   * @param fileSize after which a file is followed by the next; 1 KB to 10 GB
   * @param files how many there are of each element at most, up to 1,000; 0 keeps the last lines in
   *     memory only
   */
  public record Transcripts(
      @Nullable Path folder,
      @DefaultValue("10MB") DataSize fileSize,
      @DefaultValue("5") int files) {

    private static final PermittedRange<DataSize> FILE_SIZE =
        new PermittedRange<>(DataSize.ofKilobytes(1), DataSize.ofGigabytes(10));
    private static final PermittedRange<Integer> FILES = new PermittedRange<>(0, 1_000);

    public Transcripts {
      FILE_SIZE.check("touchpaper.transcripts.file-size", fileSize);
      FILES.check("touchpaper.transcripts.files", files);
    }
  }

  public String host(String tid) {
    return element(tid).host();
  }

  public int port(String tid) {
    return element(tid).port() + elementPortBase;
  }

  public String user(String tid, Profile profile) {
    return ElementLogin.USER.of(property(tid) + ".user", element(tid).user(), profile);
  }

  public String password(String tid, Profile profile) {
    return ElementLogin.PASSWORD.of(property(tid) + ".password", element(tid).password(), profile);
  }

  /** The second password of an IOS line. */
  public String enablePassword(String tid, Profile profile) {
    return ElementLogin.PASSWORD.of(
        property(tid) + ".enable-password", element(tid).enablePassword(), profile);
  }

  /** The name of an element's properties, for those who have to set them. */
  public static String property(String tid) {
    return "touchpaper.elements." + tid;
  }

  /** An element of ours without an entry is a mistake. */
  public Element element(String tid) {
    var element = elements.get(tid);
    if (element == null) {
      throw new IllegalArgumentException(
          property(tid) + " is not set, and this service has such an element");
    }
    return element;
  }
}
