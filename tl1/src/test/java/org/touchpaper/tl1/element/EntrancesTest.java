package org.touchpaper.tl1.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.CliOutcome.Accepted;
import org.touchpaper.tl1.session.CliSession;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.SessionState;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Outcome;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;
import org.touchpaper.tl1.transport.AccessRefused;
import org.touchpaper.tl1.transport.HostKeys;
import org.touchpaper.tl1.transport.KeyStoreFile;
import org.touchpaper.tl1.transport.SshAccess;
import org.touchpaper.tl1.transport.TlsTrust;
import org.touchpaper.tl1.transport.Transport;

/** One element reached in every way there is, and in none by who cannot make sure of it. */
@Timeout(300)
class EntrancesTest {

  private static final InputCommand READ = InputCommand.of("RTRV-EQPT").at("COM");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final SshAccess BY_PASSWORD = SshAccess.password("touchpaper", "lightpath");

  @TempDir static Path folder;
  private static EmulatedElement london;
  private static EmulatedElement edge;
  private static String hostKey;

  @BeforeAll
  static void start() throws Exception {
    var atLondon = reachable("LONDON", Dialect.CORE_DIRECTOR).with(Entrance.TLS, 0);
    london = EmulatedElement.start(atLondon, folder);
    edge = EmulatedElement.start(reachable("EDGE-UCL", Dialect.IOS_7600), folder);
    hostKey = fingerprint("LONDON");
  }

  private static ElementConfig reachable(String tid, Dialect dialect) {
    return ElementConfig.demo(tid, dialect).with(Entrance.RAW, 0).with(Entrance.SSH, 0);
  }

  private static String fingerprint(String tid) throws Exception {
    var pair = new Credential(folder, tid).hostKey().loadKeys(null).iterator().next();
    return KeyUtils.getFingerPrint(pair.getPublic());
  }

  @AfterAll
  static void stop() {
    london.close();
    edge.close();
  }

  private static Tl1Session session(Entrance entrance, Transport transport) {
    return Tl1Session.open(
        new Endpoint("LONDON", "127.0.0.1", london.port(entrance), transport),
        Credentials.tl1("touchpaper", "lightpath"),
        Timing.usual(Clock.systemUTC()),
        TranscriptSink.NONE);
  }

  private static Tl1Outcome ask(Entrance entrance, Transport transport) {
    try (var session = session(entrance, transport)) {
      return session.send(READ);
    }
  }

  private static String refusal(Entrance entrance, Transport transport) {
    var outcome = ask(entrance, transport);
    assertThat(outcome).isInstanceOf(NotSent.class);
    return ((NotSent) outcome).reason();
  }

  record Way(Entrance entrance, Transport transport, String name) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Way> ways() throws Exception {
    var knownKeys = HostKeys.of(fingerprint("LONDON"), fingerprint("EDGE-UCL"));
    return Stream.of(
        new Way(Entrance.RAW, Transport.raw(), "raw TCP"),
        new Way(Entrance.TELNET, Transport.telnet(), "telnet"),
        new Way(Entrance.RAW, Transport.telnet(), "telnet where nobody negotiates"),
        new Way(Entrance.SSH, Transport.ssh(BY_PASSWORD, knownKeys), "a shell over SSH"));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void speaksTl1(Way way) {
    assertThat(ask(way.entrance(), way.transport())).isInstanceOf(Completed.class);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void typesAtACommandLine(Way way) {
    try (var session =
        CliSession.open(
            new Endpoint("EDGE-UCL", "127.0.0.1", edge.port(way.entrance()), way.transport()),
            Credentials.ios("lightpath", "lightpath"),
            Timing.usual(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      assertThat(session.configure(List.of("vlan 100", "name tp-" + way.entrance())))
          .isInstanceOf(Accepted.class);
      assertThat(session.show("show vlan id 100").toString()).contains("tp-" + way.entrance());
    }
  }

  @Test
  void speaksTl1InASubsystem() {
    var transport = Transport.ssh(BY_PASSWORD.into("tl1telnet"), HostKeys.of(hostKey));
    assertThat(ask(Entrance.SSH, transport)).isInstanceOf(Completed.class);
    assertThat(
            refusal(Entrance.SSH, Transport.ssh(BY_PASSWORD.into("netconf"), HostKeys.of(hostKey))))
        .contains("LONDON at 127.0.0.1");
  }

  @Test
  void tellsNoPasswordToAHostWhoseKeyIsNotKnown() {
    assertThat(refusal(Entrance.SSH, Transport.ssh(BY_PASSWORD, HostKeys.of())))
        .contains("ecdsa-sha2-nistp256 " + hostKey)
        .contains("none is known of it")
        .contains("accept it by host-key: " + hostKey);
  }

  @Test
  void tellsNoPasswordToAHostWhoseKeyHasChanged() throws Exception {
    assertThat(
            refusal(Entrance.SSH, Transport.ssh(BY_PASSWORD, HostKeys.of(fingerprint("EDGE-UCL")))))
        .contains("none of those known of it");
  }

  @Test
  void knowsAHostByItsPublicKeyOrByAFileOfKnownHosts() throws Exception {
    var pair = new Credential(folder, "LONDON").hostKey().loadKeys(null).iterator().next();
    var key = PublicKeyEntry.toString(pair.getPublic());
    assertThat(ask(Entrance.SSH, Transport.ssh(BY_PASSWORD, HostKeys.of(key))))
        .isInstanceOf(Completed.class);
    var knownHosts = folder.resolve("known_hosts");
    Files.writeString(
        knownHosts, "[127.0.0.1]:" + london.port(Entrance.SSH) + " " + key + "\n# the end\n");
    assertThat(ask(Entrance.SSH, Transport.ssh(BY_PASSWORD, HostKeys.in(knownHosts))))
        .isInstanceOf(Completed.class);
    Files.writeString(knownHosts, "leeds.example " + key + "\n");
    assertThat(refusal(Entrance.SSH, Transport.ssh(BY_PASSWORD, HostKeys.in(knownHosts))))
        .contains("none is known of it");
  }

  @Test
  void isNotLetInWithAWrongPassword() {
    var guess = Transport.ssh(SshAccess.password("touchpaper", "guess"), HostKeys.of(hostKey));
    assertThat(refusal(Entrance.SSH, guess)).contains("no SSH for touchpaper");
    assertThatThrownBy(
            () -> guess.dial("127.0.0.1", london.port(Entrance.SSH), Duration.ofSeconds(10)))
        .isInstanceOf(AccessRefused.class);
  }

  @Test
  void isLetInWithAKeyThatTheElementKnows() throws Exception {
    var file = folder.resolve("id_ecdsa");
    var pair = keyPair();
    try (var out = Files.newOutputStream(file)) {
      OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(pair, "ours", null, out);
    }
    var transport = Transport.ssh(SshAccess.key("touchpaper", file), HostKeys.of(hostKey));
    assertThat(refusal(Entrance.SSH, transport)).contains("no SSH for touchpaper");
    Files.writeString(
        folder.resolve("LONDON.authorized_keys"), PublicKeyEntry.toString(pair.getPublic()));
    assertThat(ask(Entrance.SSH, transport)).isInstanceOf(Completed.class);
  }

  @Test
  void leavesNoConnectionOpenWhereItsKeyIsGarbled() throws Exception {
    var file = folder.resolve("id_garbled");
    Files.writeString(
        file, "-----BEGIN OPENSSH PRIVATE KEY-----\n!\n-----END OPENSSH PRIVATE KEY-----\n");
    var transport = Transport.ssh(SshAccess.key("touchpaper", file), HostKeys.of(hostKey));
    try (var listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      var dialled =
          CompletableFuture.runAsync(() ->
              assertThatThrownBy(
                      () -> transport.dial("127.0.0.1", listener.getLocalPort(), PATIENCE))
                  .isInstanceOf(IOException.class)
                  .hasMessageContaining("the private key " + file + " cannot be read"));
      try (var accepted = listener.accept()) {
        accepted.getInputStream().transferTo(OutputStream.nullOutputStream()); // until it hangs up
      }
      dialled.get();
    }
  }

  private static KeyPair keyPair() throws Exception {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    return generator.generateKeyPair();
  }

  @Test
  void hearsOfALossOverSshAndComesBack() throws IOException {
    try (var session = session(Entrance.SSH, Transport.ssh(BY_PASSWORD, HostKeys.of(hostKey)))) {
      assertThat(session.send(READ)).isInstanceOf(Completed.class);
      london.faults().next("ENT-GTP", new Fault.DropAfter());
      assertThat(session.send(InputCommand.of("ENT-GTP").at("g-1").block("CTP=1-A-1-1-CTP-1")))
          .isInstanceOf(Unknown.class);
      assertThat(session.send(READ)).isInstanceOf(Completed.class);
      assertThat(session.state()).isInstanceOf(SessionState.Connected.class);
      london.restart();
      await()
          .atMost(PATIENCE)
          .until(() -> !(session.state() instanceof SessionState.Connected)); // it has heard of it
      assertThat(session.send(READ)).isInstanceOf(Completed.class);
      assertThat(session.logins()).isEqualTo(3);
    }
  }

  @Test
  void trustsThePinnedCertificateOverTlsAndNoOther() throws Exception {
    var transport = Transport.tls(TlsTrust.pinned(folder.resolve("LONDON.crt")));
    assertThat(ask(Entrance.TLS, transport)).isInstanceOf(Completed.class);
    var empty = Files.writeString(folder.resolve("nobody.crt"), "");
    assertThat(refusal(Entrance.TLS, Transport.tls(TlsTrust.pinned(empty))))
        .contains("CN=LONDON", "SHA-256 fingerprint", "is not in " + empty);
    assertThat(refusal(Entrance.TLS, Transport.tls(new TlsTrust(null, null, null))))
        .contains("no TLS");
  }

  @Test
  void trustsACertificateOfAnAuthorityIfItNamesTheHost() throws Exception {
    var authorities = new KeyStoreFile(folder.resolve("trust.p12"), "secret");
    try (var out = Files.newOutputStream(authorities.file())) {
      storeOfLondon().store(out, "secret".toCharArray());
    }
    var transport = Transport.tls(TlsTrust.authorities(authorities));
    assertThat(ask(Entrance.TLS, transport)).isInstanceOf(Completed.class);
    var port = london.port(Entrance.TLS);
    // the same element under a name that its certificate does not bear
    assertThatThrownBy(() -> transport.dial("localhost", port, PATIENCE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no TLS");
  }

  /** A store that holds LONDON's certificate as one whose word is taken. */
  private static KeyStore storeOfLondon() throws Exception {
    var own = KeyStore.getInstance(folder.resolve("LONDON.p12").toFile(), "emulated".toCharArray());
    var trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("theirs", own.getCertificate("own"));
    return trusted;
  }

  @Test
  void showsItsOwnCertificateWhereItIsAskedFor() throws Exception {
    var own = new KeyStoreFile(folder.resolve("LONDON.p12"), "emulated");
    var transport = Transport.tls(TlsTrust.pinned(folder.resolve("LONDON.crt")).showing(own));
    try (var server = onlyForTheBearerOf(own)) {
      var shown = new CompletableFuture<String>();
      Thread.startVirtualThread(() -> {
        try (var socket = (SSLSocket) server.accept()) {
          shown.complete(socket.getSession().getPeerPrincipal().getName());
        } catch (IOException e) {
          shown.completeExceptionally(e);
        }
      });
      try (var _ = transport.dial("127.0.0.1", server.getLocalPort(), PATIENCE)) {
        assertThat(shown.get()).contains("CN=LONDON");
      }
    }
  }

  /** A server that serves nobody but the bearer of its own certificate. */
  private static SSLServerSocket onlyForTheBearerOf(KeyStoreFile own) throws Exception {
    var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(storeOfLondon());
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    var password = own.password().toCharArray();
    keys.init(KeyStore.getInstance(own.file().toFile(), password), password);
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);
    var server = (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0);
    server.setNeedClientAuth(true);
    return server;
  }
}
