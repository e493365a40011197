package org.touchpaper.segment.access;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.TouchpaperProperties.Profile;
import org.touchpaper.segment.provider.ElementProperties;
import org.touchpaper.segment.provider.SegmentProperties;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.LoginTurn;
import org.touchpaper.tl1.session.Manners;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.TranscriptSink;
import org.touchpaper.tl1.session.Transcripts;
import org.touchpaper.tl1.transport.HostKeys;
import org.touchpaper.tl1.transport.KeyStoreFile;
import org.touchpaper.tl1.transport.SshAccess;
import org.touchpaper.tl1.transport.TlsTrust;
import org.touchpaper.tl1.transport.Transport;

/** How each element of a service is reached and logged in to, and what is kept of what is said. */
public final class ElementAccess implements AutoCloseable {

  private static final Logger TRANSCRIPT = LoggerFactory.getLogger("org.touchpaper.transcript");

  private final ElementProperties properties;
  private final Profile profile;
  private final Transcripts transcripts;
  private final Map<String, LoginTurn> turns = new ConcurrentHashMap<>();

  private ElementAccess(ElementProperties properties, Profile profile, Transcripts transcripts) {
    this.properties = properties;
    this.profile = profile;
    this.transcripts = transcripts;
  }

  /**
   * To the elements of a service.
   *
   * @throws IllegalArgumentException if the segment would take what was sent for settled while an
   *     answer may yet come
   */
  public static ElementAccess of(
      ElementProperties properties, TouchpaperProperties service, SegmentProperties segment) {
    segment.checkOutlasts(longestAnswer(properties));
    return new ElementAccess(
        properties, service.profile(), transcripts(properties.transcripts(), service.data()));
  }

  /** However many acknowledgements come, and however many parts. */
  private static Duration longestAnswer(ElementProperties properties) {
    return properties.elementTimeout().multipliedBy(6);
  }

  private static Transcripts transcripts(ElementProperties.Transcripts kept, Path data) {
    if (kept.files() == 0) {
      return Transcripts.inMemory();
    }
    var folder = kept.folder() == null ? data.resolve("transcripts") : kept.folder();
    return Transcripts.keptIn(
        new Transcripts.Keeping(folder, kept.fileSize().toBytes(), kept.files()));
  }

  public Endpoint endpoint(String tid) {
    return new Endpoint(tid, properties.host(tid), properties.port(tid), transport(tid));
  }

  /** A login as ACT-USER wants it. */
  public Credentials tl1(String tid) {
    return Credentials.tl1(properties.user(tid, profile), properties.password(tid, profile));
  }

  /** The passwords of an IOS line; its user too, where the line asks for one. */
  public Credentials ios(String tid) {
    var user = properties.element(tid).user();
    return Credentials.ios(
        user == null ? "" : user,
        properties.password(tid, profile),
        properties.enablePassword(tid, profile));
  }

  public Manners manners(String tid) {
    var element = properties.element(tid);
    var manners = Manners.usual().settling(element.settle());
    return element.loginTurn() == null
        ? manners
        : manners.inTurn(turns.computeIfAbsent(element.loginTurn(), _ -> new LoginTurn()));
  }

  /** By real time, whatever the service's clock shows. */
  public Timing timing() {
    return Timing.usual(Clock.systemUTC())
        .answering(properties.elementTimeout(), longestAnswer(properties))
        .keepingAlive(properties.elementKeepAlive());
  }

  /** What was said to and by each element. */
  public Transcripts transcripts() {
    return transcripts;
  }

  /** Where sessions are to show what is said: to the transcripts, and to the log at debug. */
  public TranscriptSink sink() {
    return line -> {
      transcripts.accept(line);
      TRANSCRIPT.debug("{}", line);
    };
  }

  /** Waits until the transcripts are on disk. */
  @Override
  public void close() {
    transcripts.close();
  }

  private Transport transport(String tid) {
    var element = properties.element(tid);
    return switch (element.transport()) {
      case RAW -> Transport.raw();
      case TELNET -> Transport.telnet();
      case TLS -> Transport.tls(trust(element.tls()));
      case SSH -> Transport.ssh(ssh(tid, element.ssh()), hostKeys(element.ssh()));
    };
  }

  private SshAccess ssh(String tid, ElementProperties.@Nullable Ssh ssh) {
    var user = properties.user(tid, profile);
    if (ssh == null) {
      return SshAccess.password(user, properties.password(tid, profile));
    }
    var password = ssh.privateKey() == null ? properties.password(tid, profile) : null;
    return new SshAccess(user, password, ssh.privateKey(), ssh.passphrase(), ssh.subsystem());
  }

  /** Without any, the first attempt is refused and shows which key to enter. */
  private static HostKeys hostKeys(ElementProperties.@Nullable Ssh ssh) {
    return ssh == null ? HostKeys.of() : new HostKeys(ssh.hostKey(), ssh.knownHosts());
  }

  private static TlsTrust trust(ElementProperties.@Nullable Tls tls) {
    return tls == null
        ? new TlsTrust(null, null, null)
        : new TlsTrust(
            tls.certificate(),
            store(tls.trustStore(), tls.trustStorePassword()),
            store(tls.keyStore(), tls.keyStorePassword()));
  }

  private static @Nullable KeyStoreFile store(@Nullable Path file, String password) {
    return file == null ? null : new KeyStoreFile(file, password);
  }
}
