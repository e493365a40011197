package org.touchpaper.segment.session;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.LoginSerializer;
import org.touchpaper.elementsession.Tl1LoginRequirements;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.elementsession.transcript.TranscriptStore;
import org.touchpaper.elementsession.transport.HostKeys;
import org.touchpaper.elementsession.transport.KeyStoreFile;
import org.touchpaper.elementsession.transport.SshCredentials;
import org.touchpaper.elementsession.transport.TlsTrust;
import org.touchpaper.elementsession.transport.Transport;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.TouchpaperProperties.Profile;
import org.touchpaper.segment.reservation.SegmentProperties;

/**
 * Finds the session settings of each element of a service: endpoint, credentials, timing and
 * transcripts.
 */
public final class ElementSessionSettingsResolver implements AutoCloseable {

  private static final Logger TRANSCRIPT_LOG = LoggerFactory.getLogger("org.touchpaper.transcript");

  private final ElementProperties properties;
  private final Profile profile;
  private final TranscriptStore transcripts;
  private final Map<String, LoginSerializer> loginLocks = new ConcurrentHashMap<>();

  /**
   * The settings for the elements of a service.
   *
   * @throws IllegalArgumentException if the uncertain-effect timeout of the segment is shorter than
   *     the longest time to answer
   */
  public ElementSessionSettingsResolver(
      ElementProperties properties, TouchpaperProperties service, SegmentProperties segment) {
    segment.checkUncertainEffectTimeout(maxAnswerTime(properties));
    this.properties = properties;
    this.profile = service.profile();
    this.transcripts = transcripts(properties.transcripts(), service.data());
  }

  /** The longest time to answer, with any number of acknowledgments and parts. */
  private static Duration maxAnswerTime(ElementProperties properties) {
    return properties.elementTimeout().multipliedBy(6);
  }

  private static TranscriptStore transcripts(ElementProperties.Transcripts settings, Path data) {
    if (settings.files() == 0) {
      return TranscriptStore.inMemory();
    }
    var directory = settings.folder() == null ? data.resolve("transcripts") : settings.folder();
    return TranscriptStore.onDisk(
        new TranscriptStore.FileRetention(
            directory, settings.fileSize().toBytes(), settings.files()));
  }

  public ElementEndpoint endpoint(String tid) {
    return new ElementEndpoint(tid, properties.host(tid), properties.port(tid), transport(tid));
  }

  /** Credentials for ACT-USER. */
  public Credentials tl1Credentials(String tid) {
    return Credentials.tl1(properties.user(tid, profile), properties.password(tid, profile));
  }

  /** Credentials of an IOS line, with a user where the line requests one. */
  public Credentials iosCredentials(String tid) {
    var user = properties.element(tid).user();
    return Credentials.ios(
        user == null ? "" : user,
        properties.password(tid, profile),
        properties.enablePassword(tid, profile));
  }

  public Tl1LoginRequirements loginRequirements(String tid) {
    var element = properties.element(tid);
    var loginRequirements = Tl1LoginRequirements.defaults().withSettleDelay(element.settle());
    return element.loginGroup() == null
        ? loginRequirements
        : loginRequirements.withLoginSerializer(
            loginLocks.computeIfAbsent(element.loginGroup(), _ -> new LoginSerializer()));
  }

  /** Uses real time, independent of the service's clock. */
  public SessionTiming timing() {
    return SessionTiming.defaults(Clock.systemUTC())
        .withAnswerTimeouts(properties.elementTimeout(), maxAnswerTime(properties))
        .withKeepAliveInterval(properties.elementKeepAlive());
  }

  public TranscriptStore transcripts() {
    return transcripts;
  }

  /** Receives every line of a session: writes it to the transcripts, and to the log at debug. */
  public TranscriptSink transcriptSink() {
    return line -> {
      transcripts.accept(line);
      TRANSCRIPT_LOG.debug("{}", line);
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

  private SshCredentials ssh(String tid, ElementProperties.@Nullable Ssh ssh) {
    var user = properties.user(tid, profile);
    if (ssh == null) {
      return SshCredentials.password(user, properties.password(tid, profile));
    }
    var password = ssh.privateKey() == null ? properties.password(tid, profile) : null;
    return new SshCredentials(user, password, ssh.privateKey(), ssh.passphrase(), ssh.subsystem());
  }

  /** Without keys, the first attempt is refused and shows the key to configure. */
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
