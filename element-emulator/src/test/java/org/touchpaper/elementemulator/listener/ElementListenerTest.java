package org.touchpaper.elementemulator.listener;

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
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.config.TransportProtocol;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementsession.CliOutcome.Accepted;
import org.touchpaper.elementsession.CliSession;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.NotSent;
import org.touchpaper.elementsession.Tl1Outcome.Unknown;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionState;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.elementsession.transport.AccessRefusedException;
import org.touchpaper.elementsession.transport.HostKeys;
import org.touchpaper.elementsession.transport.KeyStoreFile;
import org.touchpaper.elementsession.transport.SshCredentials;
import org.touchpaper.elementsession.transport.TlsTrust;
import org.touchpaper.elementsession.transport.Transport;
import org.touchpaper.tl1.message.InputCommand;

/** One element reached by every transport, and refused where its identity cannot be verified. */
@Timeout(300)
class ElementListenerTest {

  private static final InputCommand RETRIEVE = InputCommand.of("RTRV-EQPT").withAid("COM");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final SshCredentials BY_PASSWORD =
      SshCredentials.password("touchpaper", "lightpath");

  @TempDir static Path folder;
  private static EmulatedElement london;
  private static EmulatedElement edge;
  private static String hostKey;

  @BeforeAll
  static void start() throws Exception {
    var londonConfig =
        config("LONDON", ElementModel.CORE_DIRECTOR).withAccess(TransportProtocol.TLS, 0);
    london = EmulatedElement.start(londonConfig, folder);
    edge = EmulatedElement.start(config("EDGE-UCL", ElementModel.IOS_7600), folder);
    hostKey = fingerprint("LONDON");
  }

  private static ElementConfig config(String tid, ElementModel model) {
    return ElementConfig.demo(tid, model)
        .withAccess(TransportProtocol.RAW, 0)
        .withAccess(TransportProtocol.SSH, 0);
  }

  private static String fingerprint(String tid) throws Exception {
    var pair = new ServerCredentials(folder, tid).hostKey().loadKeys(null).iterator().next();
    return KeyUtils.getFingerPrint(pair.getPublic());
  }

  @AfterAll
  static void stop() {
    london.close();
    edge.close();
  }

  private static Tl1Session session(TransportProtocol protocol, Transport transport) {
    return Tl1Session.open(
        new ElementEndpoint("LONDON", "127.0.0.1", london.port(protocol), transport),
        Credentials.tl1("touchpaper", "lightpath"),
        SessionTiming.defaults(Clock.systemUTC()),
        TranscriptSink.NONE);
  }

  private static Tl1Outcome send(TransportProtocol protocol, Transport transport) {
    try (var session = session(protocol, transport)) {
      return session.send(RETRIEVE);
    }
  }

  private static String refusal(TransportProtocol protocol, Transport transport) {
    var outcome = send(protocol, transport);
    assertThat(outcome).isInstanceOf(NotSent.class);
    return ((NotSent) outcome).reason();
  }

  record Access(TransportProtocol protocol, Transport transport, String name) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Access> accesses() throws Exception {
    var knownKeys = HostKeys.of(fingerprint("LONDON"), fingerprint("EDGE-UCL"));
    return Stream.of(
        new Access(TransportProtocol.RAW, Transport.raw(), "raw TCP"),
        new Access(TransportProtocol.TELNET, Transport.telnet(), "telnet"),
        new Access(TransportProtocol.RAW, Transport.telnet(), "telnet without negotiation"),
        new Access(
            TransportProtocol.SSH, Transport.ssh(BY_PASSWORD, knownKeys), "a shell over SSH"));
  }

  @ParameterizedTest
  @MethodSource("accesses")
  void speaksTl1(Access access) {
    assertThat(send(access.protocol(), access.transport())).isInstanceOf(Completed.class);
  }

  @ParameterizedTest
  @MethodSource("accesses")
  void speaksCli(Access access) {
    try (var session =
        CliSession.open(
            new ElementEndpoint(
                "EDGE-UCL", "127.0.0.1", edge.port(access.protocol()), access.transport()),
            Credentials.ios("lightpath", "lightpath"),
            SessionTiming.defaults(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      assertThat(session.configure(List.of("vlan 100", "name tp-" + access.protocol())))
          .isInstanceOf(Accepted.class);
      assertThat(session.show("show vlan id 100").toString()).contains("tp-" + access.protocol());
    }
  }

  @Test
  void speaksTl1InASubsystem() {
    var transport = Transport.ssh(byPassword("tl1telnet"), HostKeys.of(hostKey));
    assertThat(send(TransportProtocol.SSH, transport)).isInstanceOf(Completed.class);
    assertThat(
            refusal(
                TransportProtocol.SSH, Transport.ssh(byPassword("netconf"), HostKeys.of(hostKey))))
        .contains("LONDON at 127.0.0.1");
  }

  @Test
  void sendsNoPasswordToAHostWithAnUnknownKey() {
    assertThat(refusal(TransportProtocol.SSH, Transport.ssh(BY_PASSWORD, HostKeys.of())))
        .contains("ecdsa-sha2-nistp256 " + hostKey)
        .contains("no key is configured for it")
        .contains("accept it with host-key: " + hostKey);
  }

  @Test
  void sendsNoPasswordToAHostWhoseKeyHasChanged() throws Exception {
    assertThat(
            refusal(
                TransportProtocol.SSH,
                Transport.ssh(BY_PASSWORD, HostKeys.of(fingerprint("EDGE-UCL")))))
        .contains("differs from the configured keys");
  }

  @Test
  void acceptsAHostByItsPublicKeyOrAKnownHostsFile() throws Exception {
    var pair = new ServerCredentials(folder, "LONDON").hostKey().loadKeys(null).iterator().next();
    var key = PublicKeyEntry.toString(pair.getPublic());
    assertThat(send(TransportProtocol.SSH, Transport.ssh(BY_PASSWORD, HostKeys.of(key))))
        .isInstanceOf(Completed.class);
    var knownHosts = folder.resolve("known_hosts");
    Files.writeString(
        knownHosts,
        "[127.0.0.1]:" + london.port(TransportProtocol.SSH) + " " + key + "\n# the end\n");
    assertThat(
            send(
                TransportProtocol.SSH,
                Transport.ssh(BY_PASSWORD, new HostKeys(List.of(), knownHosts))))
        .isInstanceOf(Completed.class);
    Files.writeString(knownHosts, "leeds.example " + key + "\n");
    assertThat(
            refusal(
                TransportProtocol.SSH,
                Transport.ssh(BY_PASSWORD, new HostKeys(List.of(), knownHosts))))
        .contains("no key is configured for it");
  }

  @Test
  void isRefusedWithAWrongPassword() {
    var guess = Transport.ssh(SshCredentials.password("touchpaper", "guess"), HostKeys.of(hostKey));
    assertThat(refusal(TransportProtocol.SSH, guess)).contains("SSH login as touchpaper failed");
    assertThatThrownBy(() ->
            guess.connect("127.0.0.1", london.port(TransportProtocol.SSH), Duration.ofSeconds(10)))
        .isInstanceOf(AccessRefusedException.class);
  }

  @Test
  void logsInWithAnAuthorisedKey() throws Exception {
    var file = folder.resolve("id_ecdsa");
    var pair = keyPair();
    try (var out = Files.newOutputStream(file)) {
      OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(pair, "ours", null, out);
    }
    var transport =
        Transport.ssh(
            new SshCredentials("touchpaper", null, file, null, null), HostKeys.of(hostKey));
    assertThat(refusal(TransportProtocol.SSH, transport))
        .contains("SSH login as touchpaper failed");
    Files.writeString(
        folder.resolve("LONDON.authorized_keys"), PublicKeyEntry.toString(pair.getPublic()));
    assertThat(send(TransportProtocol.SSH, transport)).isInstanceOf(Completed.class);
  }

  @Test
  void closesTheConnectionIfThePrivateKeyIsInvalid() throws Exception {
    var file = folder.resolve("id_garbled");
    Files.writeString(
        file, "-----BEGIN OPENSSH PRIVATE KEY-----\n!\n-----END OPENSSH PRIVATE KEY-----\n");
    var transport =
        Transport.ssh(
            new SshCredentials("touchpaper", null, file, null, null), HostKeys.of(hostKey));
    try (var listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      var connecting =
          CompletableFuture.runAsync(() ->
              assertThatThrownBy(
                      () -> transport.connect("127.0.0.1", listener.getLocalPort(), TIMEOUT))
                  .isInstanceOf(IOException.class)
                  .hasMessageContaining("the private key " + file + " cannot be read"));
      try (var accepted = listener.accept()) {
        accepted
            .getInputStream()
            .transferTo(OutputStream.nullOutputStream()); // until the client closes
      }
      connecting.get();
    }
  }

  private static KeyPair keyPair() throws Exception {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    return generator.generateKeyPair();
  }

  @Test
  void detectsALossOverSshAndReconnects() throws IOException {
    try (var session =
        session(TransportProtocol.SSH, Transport.ssh(BY_PASSWORD, HostKeys.of(hostKey)))) {
      assertThat(session.send(RETRIEVE)).isInstanceOf(Completed.class);
      london.faults().injectOnce("ENT-GTP", new InjectedFault.DropAfter());
      assertThat(
              session.send(
                  InputCommand.of("ENT-GTP").withAid("g-1").withBlock("CTP=1-A-1-1-CTP-1")))
          .isInstanceOf(Unknown.class);
      assertThat(session.send(RETRIEVE)).isInstanceOf(Completed.class);
      assertThat(session.state()).isInstanceOf(SessionState.Connected.class);
      london.restart();
      await()
          .atMost(TIMEOUT)
          .until(
              () -> !(session.state() instanceof SessionState.Connected)); // the loss was detected
      assertThat(session.send(RETRIEVE)).isInstanceOf(Completed.class);
      assertThat(session.loginCount()).isEqualTo(3);
    }
  }

  @Test
  void trustsThePinnedCertificateOverTlsAndNoOther() throws Exception {
    var transport = Transport.tls(new TlsTrust(folder.resolve("LONDON.crt"), null, null));
    assertThat(send(TransportProtocol.TLS, transport)).isInstanceOf(Completed.class);
    var empty = Files.writeString(folder.resolve("empty.crt"), "");
    assertThat(refusal(TransportProtocol.TLS, Transport.tls(new TlsTrust(empty, null, null))))
        .contains("CN=LONDON", "SHA-256 fingerprint", "is not in " + empty);
    assertThat(refusal(TransportProtocol.TLS, Transport.tls(new TlsTrust(null, null, null))))
        .contains("TLS handshake failed");
  }

  @Test
  void trustsACertificateOfAnAuthorityIfItNamesTheHost() throws Exception {
    var authorities = new KeyStoreFile(folder.resolve("trust.p12"), "secret");
    try (var out = Files.newOutputStream(authorities.file())) {
      storeOfLondon().store(out, "secret".toCharArray());
    }
    var transport = Transport.tls(new TlsTrust(null, authorities, null));
    assertThat(send(TransportProtocol.TLS, transport)).isInstanceOf(Completed.class);
    var port = london.port(TransportProtocol.TLS);
    // the same element under a name that is not in its certificate
    assertThatThrownBy(() -> transport.connect("localhost", port, TIMEOUT))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("TLS handshake failed");
  }

  /** A trust store with LONDON's certificate as an authority. */
  private static KeyStore storeOfLondon() throws Exception {
    var own = KeyStore.getInstance(folder.resolve("LONDON.p12").toFile(), "emulated".toCharArray());
    var trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("theirs", own.getCertificate("own"));
    return trusted;
  }

  @Test
  void presentsItsClientCertificateOnRequest() throws Exception {
    var own = new KeyStoreFile(folder.resolve("LONDON.p12"), "emulated");
    var transport = Transport.tls(new TlsTrust(folder.resolve("LONDON.crt"), null, own));
    try (var server = serverRequiring(own)) {
      var presented = new CompletableFuture<String>();
      Thread.startVirtualThread(() -> {
        try (var socket = (SSLSocket) server.accept()) {
          presented.complete(socket.getSession().getPeerPrincipal().getName());
        } catch (IOException e) {
          presented.completeExceptionally(e);
        }
      });
      try (var _ = transport.connect("127.0.0.1", server.getLocalPort(), TIMEOUT)) {
        assertThat(presented.get()).contains("CN=LONDON");
      }
    }
  }

  /** A server that accepts only clients with its own certificate. */
  private static SSLServerSocket serverRequiring(KeyStoreFile own) throws Exception {
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

  private static SshCredentials byPassword(String subsystem) {
    return new SshCredentials("touchpaper", "lightpath", null, null, subsystem);
  }
}
