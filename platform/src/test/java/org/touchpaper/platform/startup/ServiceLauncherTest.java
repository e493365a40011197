package org.touchpaper.platform.startup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.annotation.Configuration;

/** A service that cannot start says why, all at once. */
class ServiceLauncherTest {

  @TempDir private Path folder;

  @Configuration(proxyBeanMethods = false)
  static class Nothing {}

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("example.yml"), text);
  }

  private static void start(Path file) {
    ServiceLauncher.run(
            Nothing.class,
            "launched",
            check -> check.requireCaller("holder", "bar"),
            file.toString(),
            "--spring.main.web-application-type=none")
        .close();
  }

  private static String reasonOf(Throwable failure) {
    var analysis = new StartupFailureAnalyzer().analyze(failure);
    return Objects.requireNonNull(analysis).getDescription();
  }

  @Test
  void listsTheLineOfEveryMissingSetting() throws IOException {
    var file = write("touchpaper.peers.lnsap.roles: [segment]\n");
    assertThatThrownBy(() -> start(file))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessageContaining("launched cannot start with " + file)
        .hasMessageContaining("  touchpaper.name: launched-example ")
        .hasMessageContaining("  spring.datasource.url: jdbc:postgresql://localhost/launched ")
        .hasMessageContaining("  spring.datasource.username: ")
        .hasMessageContaining("  spring.datasource.password: ")
        .hasMessageContaining("  touchpaper.users.operator.password-file: ")
        .hasMessageContaining(
            "  touchpaper.peers.lnsap.secret-file: /etc/touchpaper/secrets/lnsap ")
        .hasMessageContaining("  touchpaper.peers.bar.roles: [holder] ")
        .satisfies(failure -> assertThat(reasonOf(failure)).isEqualTo(failure.getMessage()));
  }

  @Test
  void startsWhenTheMissingLinesAreWritten() throws IOException {
    var secret = Files.writeString(folder.resolve("secret"), "s");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    start(
        write(
            """
            spring.datasource: { url: "jdbc:postgresql://db/x", username: x, password: x }
            touchpaper:
              name: example
              data: %s
              users: { ada: { password-file: %s } }
              peers: { bar: { roles: [holder], secret-file: %2$s } }
            """
                .formatted(folder.resolve("data"), secret)));
    assertThat(folder.resolve("data")).isDirectory();
  }

  @Test
  void thePeersOfTheirOwnFileCountAndAreChecked() throws IOException {
    var secret = Files.writeString(folder.resolve("secret"), "s");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    var peers = folder.resolve("peers.yaml");
    var settings =
        write("touchpaper: { name: example, profile: demo, peers-file: %s }\n".formatted(peers));
    Files.writeString(
        peers, "peers: { bar: { roles: [holder], secret-file: %s } }".formatted(secret));
    start(settings);
    Files.writeString(peers, "peers: { bar: { roles: [holder] }, nsap: { roles: [boss] } }");
    assertThatThrownBy(() -> start(settings))
        .message()
        .doesNotContain("Missing")
        .contains(
            "the peers file " + peers + " is invalid: ",
            "peer bar needs a secret-file",
            "peer nsap has an unknown peer role: boss");
    Files.delete(peers);
    assertThatThrownBy(() -> start(settings))
        .hasMessageContaining("cannot read the peers file " + peers)
        .hasMessageContaining("  touchpaper.peers.bar.roles: [holder] ");
  }

  @Test
  void listsEveryWrongValue() throws IOException {
    var open = Files.writeString(folder.resolve("open"), "s");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
    var file =
        write(
            """
            server.port: http
            touchpaper:
              name: example
              profile: demo
              max-body: 5B
              peers:
                bar: { roles: [holder, boss], secret-file: %s }
                nsap: { roles: [segment], secret-file: /nowhere }
            """
                .formatted(open));
    assertThatThrownBy(() -> start(file))
        .message()
        .doesNotContain("Missing")
        .contains(
            "\n  server.port is http, which is not a valid Integer\n",
            "\n  touchpaper.max-body is 5B; set it to a value from 1024B to 1073741824B\n",
            "touchpaper.peers.bar.roles: unknown peer role: boss",
            open + " is open to others: run chmod 600 on it",
            "cannot read the secret file /nowhere");
  }

  @Test
  void explainsABadFileAndABadDatabase() throws IOException {
    var bad = write("touchpaper: {\n");
    assertThatThrownBy(() -> start(bad))
        .satisfies(failure -> assertThat(reasonOf(failure)).contains("not valid YAML", "line 2"));
    var refused = new SQLException("Connection to db:5432 refused", new ConnectException());
    assertThat(reasonOf(new IllegalStateException(new SQLException("pool", refused))))
        .isEqualTo("The database cannot be used: Connection to db:5432 refused");
    var setting = new IllegalArgumentException("touchpaper.soap.patience is 0s");
    assertThat(reasonOf(new IllegalStateException(setting))).isEqualTo(setting.getMessage());
    assertThat(new StartupFailureAnalyzer().analyze(new IllegalStateException("a bug"))).isNull();
  }
}
