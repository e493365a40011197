package org.touchpaper.segment.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.config.TransportProtocol;
import org.touchpaper.elementsession.CliOutcome;
import org.touchpaper.elementsession.CliOutcome.Accepted;
import org.touchpaper.elementsession.CliSession;
import org.touchpaper.elementsession.Tl1Outcome;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.NotSent;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.segment.reservation.SegmentProperties;
import org.touchpaper.tl1.message.InputCommand;

/** From settings to the session of an element. */
class ElementSessionSettingsResolverTest {

  @TempDir Path folder;
  private EmulatedElement london;
  private final Map<String, String> written = new HashMap<>();
  private final List<ElementSessionSettingsResolver> opened = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    london =
        element("LONDON", ElementModel.CORE_DIRECTOR, TransportProtocol.RAW, TransportProtocol.SSH);
    written.put("touchpaper.name", "nsap");
    written.put("touchpaper.profile", "demo");
    written.put("touchpaper.data", folder.resolve("data").toString());
  }

  private EmulatedElement element(String tid, ElementModel model, TransportProtocol... others)
      throws IOException {
    var config = ElementConfig.demo(tid, model);
    for (var other : others) {
      config = config.withAccess(other, 0);
    }
    return EmulatedElement.start(config, folder);
  }

  @AfterEach
  void stop() {
    opened.forEach(
        ElementSessionSettingsResolver
            ::close); // stops writing transcripts before the folder is deleted
    london.close();
  }

  private void write(String key, Object value) {
    written.put("touchpaper.elements.LONDON." + key, value.toString());
  }

  private ElementSessionSettingsResolver access() {
    var binder = new Binder(new MapConfigurationPropertySource(written));
    var access =
        new ElementSessionSettingsResolver(
            binder.bindOrCreate("touchpaper", ElementProperties.class),
            binder.bindOrCreate("touchpaper", TouchpaperProperties.class),
            binder.bindOrCreate("touchpaper.segment", SegmentProperties.class));
    opened.add(access);
    return access;
  }

  /** Otherwise a circuit could be set up while an earlier delete may still be carried out. */
  @Test
  void requiresAnUncertainEffectTimeoutOfAtLeastTheLongestAnswer() {
    written.put("touchpaper.segment.uncertain-effect-timeout", "0s");
    assertThatThrownBy(this::access)
        .hasMessage(
            "touchpaper.segment.uncertain-effect-timeout is 0s; set it to a value from 1m to 1h; a command"
                + " may take that long to be answered: 6 x touchpaper.element-timeout");
    written.put("touchpaper.element-timeout", "2s");
    written.put("touchpaper.segment.uncertain-effect-timeout", "12s");
    assertThat(access().timing().totalTimeout()).isEqualTo(Duration.ofSeconds(12));
  }

  private static Tl1Outcome sendCommand(ElementSessionSettingsResolver access) {
    try (var session =
        Tl1Session.open(
            access.endpoint("LONDON"),
            access.tl1Credentials("LONDON"),
            access.timing(),
            access.loginRequirements("LONDON"),
            access.transcriptSink())) {
      return session.send(InputCommand.of("RTRV-HDR"));
    }
  }

  @Test
  void usesTelnetByDefault() {
    write("port", london.port());
    assertThat(sendCommand(access())).isInstanceOf(Completed.class);
    write("transport", "raw");
    write("port", london.port(TransportProtocol.RAW));
    assertThat(sendCommand(access())).isInstanceOf(Completed.class);
    write("transport", "carrier-pigeon");
    assertThatThrownBy(this::access).isInstanceOf(BindException.class);
  }

  @Test
  void usesSshWithTheHostKeyShownInTheRefusal() throws IOException {
    write("transport", "ssh");
    write("port", london.port(TransportProtocol.SSH));
    var refusal = ((NotSent) sendCommand(access())).reason();
    assertThat(refusal).contains("accept it with host-key: SHA256:");
    write("ssh.host-key", refusal.replaceAll(".*host-key: ", ""));
    assertThat(sendCommand(access())).isInstanceOf(Completed.class);
    write("ssh.subsystem", "tl1telnet");
    assertThat(sendCommand(access())).isInstanceOf(Completed.class);
  }

  @Test
  void usesSshForACommandLine() throws IOException {
    write("transport", "ssh");
    try (var edge = element("EDGE-UCL", ElementModel.IOS_7600, TransportProtocol.SSH)) {
      write("port", edge.port(TransportProtocol.SSH));
      var refusal = show(access());
      assertThat(refusal.toString()).contains("no key is configured for it");
      write("ssh.host-key", refusal.toString().replaceAll(".*host-key: ([^, \\]]+).*", "$1"));
      assertThat(show(access())).isInstanceOf(Accepted.class);
    }
  }

  private static CliOutcome show(ElementSessionSettingsResolver access) {
    try (var session =
        CliSession.open(
            access.endpoint("LONDON"),
            access.iosCredentials("LONDON"),
            access.timing(),
            access.transcriptSink())) {
      return session.show("show vlan id 1");
    }
  }

  @Test
  void usesTlsWithThePinnedCertificate() throws IOException {
    london.close();
    london = element("LONDON", ElementModel.CORE_DIRECTOR, TransportProtocol.TLS);
    write("transport", "tls");
    write("port", london.port(TransportProtocol.TLS));
    assertThat(sendCommand(access()).toString()).contains("TLS handshake failed");
    write("tls.certificate", folder.resolve("LONDON.crt"));
    assertThat(sendCommand(access())).isInstanceOf(Completed.class);
  }

  @Test
  void elementsOfALoginGroupLogInOneAtATime() {
    write("settle", "500ms");
    write("login-group", "radius-1");
    written.put("touchpaper.elements.LEEDS.login-group", "radius-1");
    written.put("touchpaper.elements.READING.login-group", "radius-2");
    var access = access();
    assertThat(access.loginRequirements("LONDON").settleDelay()).isEqualTo(Duration.ofMillis(500));
    assertThat(access.loginRequirements("LONDON").loginSerializer())
        .isSameAs(access.loginRequirements("LEEDS").loginSerializer());
    assertThat(access.loginRequirements("LONDON").loginSerializer())
        .isNotSameAs(access.loginRequirements("READING").loginSerializer());
  }

  @Test
  void keepsTranscriptsInTheDataDirectoryByDefault() throws IOException {
    write("port", london.port());
    try (var access = access()) {
      sendCommand(access);
      access.transcripts().flush();
      assertThat(access.transcripts().files("LONDON"))
          .containsExactly(folder.resolve("data/transcripts/LONDON.log"))
          .allSatisfy(file ->
              assertThat(Files.readString(file))
                  .contains("ACT-USER:LONDON:touchpaper:1::****;", "RTRV-HDR:LONDON::2;"));
    }
    written.put("touchpaper.transcripts.files", "0");
    try (var access = access()) {
      sendCommand(access);
      assertThat(access.transcripts().files("LONDON")).isEmpty();
      assertThat(access.transcripts().recent("LONDON")).isNotEmpty();
    }
  }
}
