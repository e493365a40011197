package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The configuration file of an acceptor. */
class AcceptorMainTest {

  private static final String MINIMUM =
      """
      touchpaper:
        name: a1
        data: data
        peers:
          a2: { stream: "127.0.0.1:10", roles: [acceptor], secret: s }
        acceptor.stream-port: 0
      server:
        port: 0
      """;

  @TempDir private Path directory;

  private Path write(String text) throws IOException {
    return Files.writeString(directory.resolve("acceptor.yml"), text);
  }

  private AcceptorServer.Settings read(String text) throws IOException {
    return AcceptorMain.settings(write(text), null);
  }

  @Test
  void readsASmallFile() throws IOException {
    var settings = read(MINIMUM);
    assertThat(settings.name()).isEqualTo("a1");
    assertThat(settings.address()).isEqualTo("127.0.0.1");
    assertThat(settings.isDemoProfile()).isFalse();
    assertThat(settings.certificates()).isNull();
    assertThat(
            settings
                .peers()
                .hasRole("a2", org.touchpaper.harc.acceptor.access.AcceptorPeers.Role.ACCEPTOR))
        .isTrue();
  }

  @Test
  void readsTimeouts() throws IOException {
    var settings = read(MINIMUM + "touchpaper.acceptor: { max-vote-duration: 2h, stagger: 1s }");
    assertThat(settings.maxVoteDuration()).isEqualTo(Duration.ofHours(2));
    assertThat(settings.timeouts().stagger()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void listsTheLineOfEveryMissingSetting() throws IOException {
    var file = write("touchpaper.peers.bar.roles: [requester]");
    assertThatThrownBy(() -> AcceptorMain.settings(file, null))
        .message()
        .contains(
            "cannot start with " + file,
            "  touchpaper.name: acceptor-1 ",
            "  touchpaper.data: /var/lib/touchpaper ",
            "  server.port: 8101 ",
            "  touchpaper.acceptor.stream-port: 8104 ",
            "  touchpaper.peers.bar.secret-file: /etc/touchpaper/secrets/bar ")
        .doesNotContain("Wrong");
    assertThat(AcceptorMain.run(new String[] {file.toString()}, Clock.systemUTC())).isEqualTo(2);
  }

  @Test
  void listsEveryWrongValue() {
    assertThatThrownBy(() ->
            read(
                """
                touchpaper:
                  name: a1
                  data: data
                  profile: test
                  peers:
                    a2: { roles: [boss], secret-file: nowhere }
                    a3: { secret: s, stream: somewhere }
                  acceptor: { stagger: soon, stream-port: 0, stream-prt: 1 }
                server.port: http
                """))
        .message()
        .contains(
            "touchpaper.profile must be demo or production, not test",
            "touchpaper.peers.a2.roles contains boss",
            "cannot read the secret file " + directory.resolve("nowhere"),
            "touchpaper.peers.a3: ",
            "touchpaper.acceptor.stagger must be a time",
            "touchpaper.acceptor.stream-prt is no setting",
            "server.port must be a number from 0 to 65535, not http")
        .doesNotContain("Missing");
  }

  @ParameterizedTest
  @CsvSource({
    "certificate key, authority",
    "key authority, certificate",
    "authority, certificate",
    "certificate authority, key"
  })
  void rejectsAPartialTlsConfiguration(String given, String missing) throws IOException {
    var text = new StringBuilder(MINIMUM);
    for (var name : given.split(" ", -1)) {
      text.append("touchpaper.tls.").append(name).append(": file\n");
    }
    assertThatThrownBy(() -> read(text.toString()))
        .message()
        .contains("  touchpaper.tls." + missing + ": ");
    for (var name : new String[] {"certificate", "key", "authority"}) {
      if (text.indexOf("tls." + name) < 0) {
        text.append("touchpaper.tls.").append(name).append(": file\n");
      }
    }
    assertThat(read(text.toString()).certificates()).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"''", "--peers", "a.yml b.yml", "a.yml --epoch", "a.yml --initialise", "nowhere.yml"})
  void rejectsOtherArguments(String arguments) {
    var args = arguments.isEmpty() ? new String[0] : arguments.split(" ", -1);
    assertThat(AcceptorMain.run(args, Clock.systemUTC())).isEqualTo(2);
  }
}
