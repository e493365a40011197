package org.touchpaper.platform.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.touchpaper.platform.TouchpaperProperties;

/** Peers are added, changed and removed by editing a file; a mistake in it changes nothing. */
class PeersFileReloaderTest {

  private static final String BAR = "  bar-ucl: { url: 'http://bar.ucl.example', roles: [holder]";

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("peers.yaml");
    writeSecret("first", "between bar-ucl and us");
    writeSecret("second", "between bar-leeds and us");
    writePeers(BAR + ", secret-file: SECRETS/first }");
  }

  private Path writeSecret(String name, String secret) throws IOException {
    var secretFile = Files.writeString(folder.resolve(name), secret + "\n");
    return Files.setPosixFilePermissions(secretFile, PosixFilePermissions.fromString("rw-------"));
  }

  private void writePeers(String... entries) throws IOException {
    writeText("peers:\n" + String.join("\n", entries) + "\n");
  }

  private void writeText(String text) throws IOException {
    Files.writeString(file, text.replace("SECRETS", folder.toString()));
  }

  /** A running service that needs a holder, and has an acceptor in its configuration. */
  private final class Service {
    final PeerRegistry peers;
    final PeersFileReloader current;

    Service() {
      var settings = new HashMap<String, String>();
      settings.put("touchpaper.name", "nsap");
      settings.put("touchpaper.peers-file", file.toString());
      settings.put("touchpaper.peers-interval", "100ms");
      settings.put("touchpaper.peers.acceptor-1.secret", "s");
      settings.put("touchpaper.peers.acceptor-1.roles", "acceptor");
      var properties =
          new Binder(new MapConfigurationPropertySource(settings))
              .bindOrCreate("touchpaper", TouchpaperProperties.class);
      var beans = new StaticListableBeanFactory();
      beans.addBean("holder", RequiredPeersRule.anyWith(PeerRole.HOLDER));
      peers = PeerRegistry.from(properties);
      current =
          new PeersFileReloader(properties, peers, beans.getBeanProvider(RequiredPeersRule.class));
    }

    /** A change counts when two readings agree. */
    Service readTwice() {
      current.refresh();
      current.refresh();
      return this;
    }

    String problem() {
      return String.valueOf(current.health().getDetails().get("problem"));
    }
  }

  @Test
  void thePeersOfTheFileJoinThoseOfTheConfiguration() {
    var service = new Service();
    assertThat(service.peers.list())
        .extracting(Peer::name)
        .containsExactly("acceptor-1", "bar-ucl");
    assertThat(service.peers.authenticate("bar-ucl", "between bar-ucl and us")).isPresent();
    assertThat(service.readTwice().current.health().getDetails())
        .containsEntry("inForce", "2 peers, 1 of them in " + file)
        .doesNotContainKey("problem");
  }

  @Test
  void aPeerIsAddedChangedAndRemoved() throws IOException {
    var service = new Service();
    writePeers(
        BAR + ", secret-file: SECRETS/first }",
        "  bar-leeds: { roles: [holder], secret-file: SECRETS/second }");
    service.readTwice();
    assertThat(service.peers.authenticate("bar-leeds", "between bar-leeds and us")).isPresent();
    writePeers(
        "  bar-leeds: { url: 'https://leeds.example', roles: [holder, operator], secret-file: SECRETS/second }");
    service.readTwice();
    assertThat(service.peers.get("bar-leeds"))
        .returns(URI.create("https://leeds.example"), Peer::url)
        .returns(Set.of(PeerRole.HOLDER, PeerRole.OPERATOR), Peer::roles);
    assertThat(service.peers.find("bar-ucl")).isEmpty();
    assertThat(service.peers.authenticate("bar-ucl", "between bar-ucl and us")).isEmpty();
    assertThat(service.peers.find("acceptor-1")).isPresent();
  }

  @Test
  void aRunningServiceReadsTheFileByItself() throws IOException {
    var service = new Service();
    service.current.start();
    writePeers("  bar-leeds: { roles: [holder], secret-file: SECRETS/second }");
    await().until(() -> service.peers.find("bar-leeds").isPresent());
    assertThat(service.current.isRunning()).isTrue();
    service.current.stop();
    assertThat(service.current.isRunning()).isFalse();
  }

  @Test
  void aNewSecretReplacesTheOld() throws IOException {
    var service = new Service().readTwice();
    writeSecret("first", "another");
    service.readTwice();
    assertThat(service.peers.authenticate("bar-ucl", "between bar-ucl and us")).isEmpty();
    assertThat(service.peers.authenticate("bar-ucl", "another")).isPresent();
  }

  @Test
  void aMistakeChangesNothingAndHealthNamesAllOfThem() throws IOException {
    var service = new Service();
    var open = writeSecret("open", "readable by all");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
    var before = service.peers.list();
    writePeers(
        "  acceptor-1: { roles: [requester], secret-file: SECRETS/first }",
        "  acceptor-4: { roles: [acceptor], secret-file: SECRETS/first }",
        "  inline: { roles: [holder], secret: hunter2 }",
        "  nobody: { secret-file: SECRETS/first }",
        "  open: { roles: [boss], secret-file: SECRETS/open }",
        "  without: { url: 'leeds.example:8080', roles: [holder] }");
    service.readTwice();
    assertThat(service.peers.list()).isEqualTo(before);
    assertThat(service.problem())
        .contains(
            "a change of the file has no effect: the peers file " + file + " is invalid: ",
            "peer acceptor-1 is under touchpaper.peers, too",
            "peer acceptor-4 is an acceptor; acceptors are read at the start",
            "peer inline has a secret in this file; write it to a file of mode 600",
            "peer nobody has no roles",
            "peer open has an unknown peer role: boss",
            "open is open to others: run chmod 600 on it",
            "peer without has a url that is no http or https address: leeds.example:8080",
            "peer without needs a secret-file")
        .doesNotContain("hunter2");
    assertThat(service.current.health().getStatus().getCode()).isEqualTo("UP");
  }

  @Test
  void aMistakeInTheYamlIsReportedWithoutWhatIsAroundIt() throws IOException {
    var service = new Service();
    writePeers("  bar-ucl: { roles: [holder, secret: hunter2 }");
    assertThat(service.readTwice().problem()).contains("line 2, column").doesNotContain("hunter2");
    writePeers(BAR + ", secretfile: SECRETS/first, secrets: hunter2 }");
    assertThat(service.readTwice().problem()).contains("bar-ucl.secrets").doesNotContain("hunter2");
    writeText("touchpaper.peers: {}\n");
    assertThat(service.readTwice().problem()).contains("it has no entry peers");
    assertThat(service.peers.find("bar-ucl")).isPresent();
  }

  @Test
  void aMistakeThatIsCorrectedElsewhereIsForgotten() throws IOException {
    var service = new Service();
    writePeers(BAR + ", secret-file: SECRETS/third }");
    assertThat(service.readTwice().problem())
        .contains("peer bar-ucl has no secret: cannot read the secret file", "third");
    writeSecret("third", "made later");
    service.current.refresh();
    assertThat(service.problem()).isEqualTo("null");
    assertThat(service.peers.authenticate("bar-ucl", "made later")).isPresent();
  }

  @Test
  void thePeersThatTheServiceNeedsStay() throws IOException {
    var service = new Service();
    writeText("peers: {}\n");
    assertThat(service.readTwice().problem()).contains("no peer has the role holder");
    assertThat(service.peers.find("bar-ucl")).isPresent();
  }

  @Test
  void aNeededPeerHasAnAddressAndItsRoles() {
    var peers = new Service().peers;
    assertThat(RequiredPeersRule.of("bar-ucl", List.of("holder"), "the BAR").mistakes(peers))
        .isEmpty();
    for (var name : List.of("bar-leeds", "acceptor-1", "bar-ucl")) {
      assertThat(RequiredPeersRule.of(name, List.of("segment"), "the BAR").mistakes(peers))
          .containsExactly(
              "the BAR is " + name + ", which is no peer with a url and the roles [segment]");
    }
  }

  @Test
  void aMissingFileChangesNothing() throws IOException {
    var service = new Service();
    Files.delete(file);
    assertThat(service.readTwice().problem()).contains("cannot read the peers file " + file);
    assertThat(service.peers.find("bar-ucl")).isPresent();
  }

  @Test
  void aServiceDoesNotStartWithAnInvalidFile() throws IOException {
    writePeers(BAR + " }");
    assertThatThrownBy(Service::new).hasMessageContaining("peer bar-ucl needs a secret-file");
  }
}
