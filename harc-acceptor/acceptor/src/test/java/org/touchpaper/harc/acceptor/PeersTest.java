package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeersTest {
  @TempDir private Path directory;

  private Peers read(String... lines) throws IOException {
    var all = new ArrayList<>(List.of(lines));
    for (var line : lines) {
      all.add(line.substring(0, line.lastIndexOf('.', line.indexOf('='))) + ".secret=s");
    }
    return Peers.read(Files.write(directory.resolve("peers"), all));
  }

  @Test
  void aRequesterSpeaksForTheSitesItIsGiven() throws IOException {
    var peers =
        read(
            "touchpaper.peers.broker.roles=requester",
            "touchpaper.peers.broker.sites=ucl, east-london",
            "touchpaper.peers.rm-ucl.roles=rm");
    assertThat(peers.maySpeakFor("broker", "ucl")).isTrue();
    assertThat(peers.maySpeakFor("broker", "east-london")).isTrue();
    assertThat(peers.maySpeakFor("broker", "london")).isFalse();
    assertThat(peers.maySpeakFor("broker", "broker")).isFalse();
    assertThat(peers.maySpeakFor("rm-ucl", "ucl")).as("it requests nothing").isFalse();
    assertThat(peers.maySpeakFor("nobody", "ucl")).isFalse();
    assertThat(peers.listRequestersWithoutSites()).isEmpty();
  }

  /** As all were configured before there were sites: each goes on for its own. */
  @Test
  void withoutSitesItSpeaksForItsOwnAndForNobodyElses() throws IOException {
    var peers =
        read(
            "touchpaper.peers.bar-ucl.roles=requester",
            "touchpaper.peers.bar-manchester.roles=requester",
            "touchpaper.peers.broker.roles=requester",
            "touchpaper.peers.portal.roles=requester",
            "touchpaper.peers.portal.sites=lancaster");
    for (var each :
        Map.of("bar-ucl", "ucl", "bar-manchester", "manchester", "broker", "edinburgh")
            .entrySet()) {
      assertThat(peers.maySpeakFor(each.getKey(), each.getValue())).isTrue();
    }
    assertThat(peers.maySpeakFor("bar-manchester", "ucl")).isFalse();
    assertThat(peers.maySpeakFor("broker", "ucl")).isFalse();
    assertThat(peers.maySpeakFor("broker", "lancaster")).isFalse();
    assertThat(peers.maySpeakFor("portal", "edinburgh")).isFalse();
    assertThat(peers.listRequestersWithoutSites())
        .containsExactly("bar-manchester", "bar-ucl", "broker");
  }

  @ParameterizedTest
  @ValueSource(strings = {"requestor", "acceptors", "requester rm", "none"})
  void aRoleThatNoServiceHasIsNotOverlooked(String role) {
    assertThatThrownBy(() -> read("touchpaper.peers.bar-ucl.roles=acceptor," + role))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("touchpaper.peers.bar-ucl.roles names " + role);
  }

  @Test
  void rolesThatMeanSomethingElsewhereAreOverlooked() throws IOException {
    var peers = read("touchpaper.peers.bar-ucl.roles=holder, Requester,segment");
    assertThat(peers.is("bar-ucl", Peers.Role.REQUESTER)).isTrue();
    assertThat(peers.is("bar-ucl", Peers.Role.RM)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "--tls-certificate --tls-key, --tls-authority is missing",
    "--tls-key --tls-authority, --tls-certificate is missing",
    "--tls-authority, --tls-certificate is missing",
    "--tls-certificate --tls-authority, --tls-key is missing"
  })
  void halfOfTlsIsNotTakenForNone(String given, String sentence) throws IOException {
    var options = new HashMap<String, String>();
    options.put("--name", "a1");
    options.put("--port", "0");
    options.put("--data", directory.toString());
    read("touchpaper.peers.a2.roles=acceptor");
    options.put("--peers", directory.resolve("peers").toString());
    for (var option : given.split(" ", -1)) {
      options.put(option, "file");
    }
    assertThatThrownBy(() -> AcceptorProcess.settings(options))
        .hasMessageContaining("--stream-port");
    options.put("--stream-port", "0");
    assertThatThrownBy(() -> AcceptorProcess.settings(options)).hasMessage(sentence);
    for (var option : List.of("--tls-certificate", "--tls-key", "--tls-authority")) {
      options.put(option, "file");
    }
    assertThat(AcceptorProcess.settings(options).isByCertificate()).isTrue();
  }
}
