package org.touchpaper.segment.access;

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
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.segment.provider.ElementProperties;
import org.touchpaper.segment.provider.SegmentProperties;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.element.Entrance;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.CliOutcome;
import org.touchpaper.tl1.session.CliOutcome.Accepted;
import org.touchpaper.tl1.session.CliSession;
import org.touchpaper.tl1.session.Tl1Outcome;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.session.Tl1Session;

/** What an operator writes about an element, and how it is then reached. */
class ElementAccessTest {

  @TempDir Path folder;
  private EmulatedElement london;
  private final Map<String, String> written = new HashMap<>();
  private final List<ElementAccess> opened = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    london = element("LONDON", Dialect.CORE_DIRECTOR, Entrance.RAW, Entrance.SSH);
    written.put("touchpaper.name", "nsap");
    written.put("touchpaper.profile", "demo");
    written.put("touchpaper.data", folder.resolve("data").toString());
  }

  private EmulatedElement element(String tid, Dialect dialect, Entrance... others)
      throws IOException {
    var config = ElementConfig.demo(tid, dialect);
    for (var other : others) {
      config = config.with(other, 0);
    }
    return EmulatedElement.start(config, folder);
  }

  @AfterEach
  void stop() {
    opened.forEach(ElementAccess::close); // else it writes transcripts while they are deleted
    london.close();
  }

  private void write(String key, Object value) {
    written.put("touchpaper.elements.LONDON." + key, value.toString());
  }

  private ElementAccess access() {
    var binder = new Binder(new MapConfigurationPropertySource(written));
    var access =
        ElementAccess.of(
            binder.bindOrCreate("touchpaper", ElementProperties.class),
            binder.bindOrCreate("touchpaper", TouchpaperProperties.class),
            binder.bindOrCreate("touchpaper.segment", SegmentProperties.class));
    opened.add(access);
    return access;
  }

  /** Else a circuit would be set up while what it was deleted by may yet be carried out. */
  @Test
  void startsOnlyIfDoubtOutlastsTheLongestAnswer() {
    written.put("touchpaper.segment.in-doubt-for", "0s");
    assertThatThrownBy(this::access)
        .hasMessage(
            "touchpaper.segment.in-doubt-for is 0s; set it to a value from 1m to 1h, for a command"
                + " may be answered so late: 6 x touchpaper.element-timeout");
    written.put("touchpaper.element-timeout", "2s");
    written.put("touchpaper.segment.in-doubt-for", "12s");
    assertThat(access().timing().limit()).isEqualTo(Duration.ofSeconds(12));
  }

  private static Tl1Outcome ask(ElementAccess access) {
    try (var session =
        Tl1Session.open(
            access.endpoint("LONDON"),
            access.tl1("LONDON"),
            access.timing(),
            access.manners("LONDON"),
            access.sink())) {
      return session.send(InputCommand.of("RTRV-HDR"));
    }
  }

  @Test
  void isTelnetUnlessSomethingElseIsWritten() {
    write("port", london.port());
    assertThat(ask(access())).isInstanceOf(Completed.class);
    write("transport", "raw");
    write("port", london.port(Entrance.RAW));
    assertThat(ask(access())).isInstanceOf(Completed.class);
    write("transport", "carrier-pigeon");
    assertThatThrownBy(this::access).isInstanceOf(BindException.class);
  }

  @Test
  void isSshWithTheHostKeyThatTheFirstRefusalShowed() throws IOException {
    write("transport", "ssh");
    write("port", london.port(Entrance.SSH));
    var refusal = ((NotSent) ask(access())).reason();
    assertThat(refusal).contains("accept it by host-key: SHA256:");
    write("ssh.host-key", refusal.replaceAll(".*host-key: ", ""));
    assertThat(ask(access())).isInstanceOf(Completed.class);
    write("ssh.subsystem", "tl1telnet");
    assertThat(ask(access())).isInstanceOf(Completed.class);
  }

  @Test
  void reachesACommandLineOverSshToo() throws IOException {
    write("transport", "ssh");
    try (var edge = element("EDGE-UCL", Dialect.IOS_7600, Entrance.SSH)) {
      write("port", edge.port(Entrance.SSH));
      var refusal = show(access());
      assertThat(refusal.toString()).contains("none is known of it");
      write("ssh.host-key", refusal.toString().replaceAll(".*host-key: ([^, \\]]+).*", "$1"));
      assertThat(show(access())).isInstanceOf(Accepted.class);
    }
  }

  private static CliOutcome show(ElementAccess access) {
    try (var session =
        CliSession.open(
            access.endpoint("LONDON"), access.ios("LONDON"), access.timing(), access.sink())) {
      return session.show("show vlan id 1");
    }
  }

  @Test
  void isTlsWithThePinnedCertificate() throws IOException {
    london.close();
    london = element("LONDON", Dialect.CORE_DIRECTOR, Entrance.TLS);
    write("transport", "tls");
    write("port", london.port(Entrance.TLS));
    assertThat(ask(access()).toString()).contains("no TLS");
    write("tls.certificate", folder.resolve("LONDON.crt"));
    assertThat(ask(access())).isInstanceOf(Completed.class);
  }

  @Test
  void sharesALoginTurnByItsName() {
    write("settle", "500ms");
    write("login-turn", "radius-1");
    written.put("touchpaper.elements.LEEDS.login-turn", "radius-1");
    written.put("touchpaper.elements.READING.login-turn", "radius-2");
    var access = access();
    assertThat(access.manners("LONDON").settle()).isEqualTo(Duration.ofMillis(500));
    assertThat(access.manners("LONDON").turn()).isSameAs(access.manners("LEEDS").turn());
    assertThat(access.manners("LONDON").turn()).isNotSameAs(access.manners("READING").turn());
  }

  @Test
  void keepsTranscriptsInTheDataDirectoryUnlessToldOtherwise() throws IOException {
    write("port", london.port());
    try (var access = access()) {
      ask(access);
      access.transcripts().flush();
      assertThat(access.transcripts().files("LONDON"))
          .containsExactly(folder.resolve("data/transcripts/LONDON.log"))
          .allSatisfy(file ->
              assertThat(Files.readString(file))
                  .contains("ACT-USER:LONDON:touchpaper:1::****;", "RTRV-HDR:LONDON::2;"));
    }
    written.put("touchpaper.transcripts.files", "0");
    try (var access = access()) {
      ask(access);
      assertThat(access.transcripts().files("LONDON")).isEmpty();
      assertThat(access.transcripts().recent("LONDON")).isNotEmpty();
    }
  }
}
