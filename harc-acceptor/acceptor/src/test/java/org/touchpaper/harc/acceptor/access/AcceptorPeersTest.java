package org.touchpaper.harc.acceptor.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.acceptor.settings.SettingsFile;

class AcceptorPeersTest {
  @TempDir private Path directory;

  private AcceptorPeers read(String... lines) throws IOException {
    var all = new ArrayList<>(List.of(lines));
    for (var line : lines) {
      all.add(line.substring(0, line.lastIndexOf('.', line.indexOf('='))) + ".secret=s");
    }
    var file = SettingsFile.read(Files.write(directory.resolve("peers.properties"), all));
    var peers = AcceptorPeers.read(file);
    file.check();
    return peers;
  }

  @Test
  void aRequesterActsForItsConfiguredSites() throws IOException {
    var peers =
        read(
            "touchpaper.peers.broker.roles=requester",
            "touchpaper.peers.broker.sites=ucl, east-london",
            "touchpaper.peers.rm-ucl.roles=rm");
    assertThat(peers.canActFor("broker", "ucl")).isTrue();
    assertThat(peers.canActFor("broker", "east-london")).isTrue();
    assertThat(peers.canActFor("broker", "london")).isFalse();
    assertThat(peers.canActFor("broker", "broker")).isFalse();
    assertThat(peers.canActFor("rm-ucl", "ucl")).as("it requests nothing").isFalse();
    assertThat(peers.canActFor("nobody", "ucl")).isFalse();
    assertThat(peers.listRequestersWithoutSites()).isEmpty();
  }

  @Test
  void withoutSitesARequesterActsForTheSiteInItsNameAndUnclaimedSites() throws IOException {
    var peers =
        read(
            "touchpaper.peers.bar-ucl.roles=requester",
            "touchpaper.peers.bar-manchester.roles=requester",
            "touchpaper.peers.broker.roles=requester",
            "touchpaper.peers.portal.roles=requester",
            "touchpaper.peers.portal.sites=lancaster");
    for (var siteOfRequester :
        Map.of("bar-ucl", "ucl", "bar-manchester", "manchester", "broker", "edinburgh")
            .entrySet()) {
      assertThat(peers.canActFor(siteOfRequester.getKey(), siteOfRequester.getValue())).isTrue();
    }
    assertThat(peers.canActFor("bar-manchester", "ucl")).isFalse();
    assertThat(peers.canActFor("broker", "ucl")).isFalse();
    assertThat(peers.canActFor("broker", "lancaster")).isFalse();
    assertThat(peers.canActFor("portal", "edinburgh")).isFalse();
    assertThat(peers.listRequestersWithoutSites())
        .containsExactly("bar-manchester", "bar-ucl", "broker");
  }

  @ParameterizedTest
  @ValueSource(strings = {"requestor", "acceptors", "requester rm", "none"})
  void rejectsUnknownRoles(String role) {
    assertThatThrownBy(() -> read("touchpaper.peers.bar-ucl.roles=acceptor," + role))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("touchpaper.peers.bar-ucl.roles contains " + role);
  }

  @Test
  void rejectsAnAcceptorWithoutAStream() {
    assertThatThrownBy(() -> read("touchpaper.peers.a2.roles=acceptor"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("  touchpaper.peers.a2.stream: ");
  }

  @Test
  void ignoresRolesOfOtherServices() throws IOException {
    var peers = read("touchpaper.peers.bar-ucl.roles=holder, Requester,segment");
    assertThat(peers.hasRole("bar-ucl", AcceptorPeers.Role.REQUESTER)).isTrue();
    assertThat(peers.hasRole("bar-ucl", AcceptorPeers.Role.RM)).isFalse();
  }
}
