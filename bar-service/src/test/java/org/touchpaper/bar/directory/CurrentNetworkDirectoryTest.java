package org.touchpaper.bar.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.io.FileSystemResource;
import org.touchpaper.bar.directory.NetworkDirectory.Campus;
import org.touchpaper.bar.directory.NetworkDirectory.Cluster;
import org.touchpaper.bar.directory.NetworkDirectory.Host;
import org.touchpaper.platform.FileReloader;
import org.touchpaper.platform.TouchpaperProperties;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRegistry;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.platform.security.PeersFileReloader;
import org.touchpaper.platform.security.RequiredPeersRule;

/** A directory is changed by editing its file; a mistake in the file changes nothing. */
class CurrentNetworkDirectoryTest {

  private static final String CAMPUSES =
      """
      directory:
        campuses:
          - { id: ucl, name: UCL, network: "ucl.ukl:2026", bar: bar-ucl, url: "https://hpc.ucl.ac.uk" }
          - { id: manchester, name: Manchester, network: "manchester.ukl:2026", bar: bar-manchester }
      """;
  private static final String HOSTS =
      """
        hosts:
          - { name: vis.ucl, campus: ucl, stp: "urn:ogf:network:ucl.ukl:2026:vis" }
      """;
  private static final String NEWTON =
      """
          - { name: newton.manchester, campus: manchester, stp: "urn:ogf:network:manchester.ukl:2026:newton" }
        clusters:
          - { name: newton, rm: rm-newton, nodes: 128, host: newton.manchester }
      """;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("directory.yaml");
    Files.writeString(file, CAMPUSES + HOSTS);
  }

  private CurrentNetworkDirectory directory() {
    return directory("lnsap-ucl");
  }

  private CurrentNetworkDirectory directory(String lnsap) {
    var peers =
        List.of(
            peer("bar-manchester", PeerRole.SEGMENT, PeerRole.HOLDER),
            peer("rm-newton", PeerRole.RM));
    return new CurrentNetworkDirectory(broker(lnsap), new PeerRegistry("bar-ucl", peers));
  }

  private BarProperties broker(String lnsap) {
    return new BarProperties(
        "ucl",
        lnsap,
        "nsap",
        "rm-network",
        List.of("acceptor-1"),
        1,
        Duration.ofSeconds(10),
        Duration.ofSeconds(8),
        new FileSystemResource(file),
        Duration.ofHours(1));
  }

  private static Peer peer(String name, PeerRole... roles) {
    return new Peer(name, URI.create("http://" + name + ":8080"), "secret", Set.of(roles));
  }

  /** A change counts when two readings agree. */
  private static void readTwice(FileReloader<?> current) {
    current.refresh();
    current.refresh();
  }

  @Test
  void aCampusWithoutAnAddressHasThatOfItsBrokerAmongThePeers() {
    assertThat(directory().get().campuses())
        .extracting(Campus::url)
        .containsExactly(
            URI.create("https://hpc.ucl.ac.uk"), URI.create("http://bar-manchester:8080"));
  }

  @Test
  void aBorderNeedsAnLnsap() throws IOException {
    var withBorder =
        CAMPUSES.replace("{ id: ucl,", "{ id: ucl, border: 'urn:ogf:network:ucl.ukl:2026:border',");
    assertThat(directory(" ").get().hosts()).hasSize(1);
    Files.writeString(file, withBorder + HOSTS);
    assertThat(directory("lnsap-ucl").get().hosts()).hasSize(1);
    assertThatThrownBy(() -> directory(" "))
        .hasMessageContaining("campus ucl has a border, but touchpaper.bar.lnsap names no L-NSAP");
  }

  @Test
  void aHostAndAClusterAreAddedWithoutARestart() throws IOException {
    var directory = directory();
    var before = directory.get();
    Files.writeString(file, CAMPUSES + HOSTS + NEWTON);
    readTwice(directory);
    readTwice(directory);
    assertThat(directory.get().host("newton.manchester").flatMap(Host::port)).isPresent();
    assertThat(directory.get().cluster("newton")).map(Cluster::nodes).contains(128);
    assertThat(before.hosts()).hasSize(1);
    assertThat(directory.health().getDetails())
        .containsEntry("inForce", "2 campuses, 2 hosts, 1 clusters, 0 facilities")
        .doesNotContainKey("problem");
  }

  @Test
  void aFileThatIsStillBeingWrittenHasNoEffect() throws IOException {
    Files.writeString(file, CAMPUSES + HOSTS + NEWTON);
    var directory = directory();
    Files.writeString(file, CAMPUSES);
    directory.refresh();
    assertThat(directory.get().hosts()).hasSize(2);
    Files.writeString(file, CAMPUSES + HOSTS);
    readTwice(directory);
    assertThat(directory.get().hosts()).hasSize(1);
  }

  @Test
  void anInvalidFileChangesNothingAndHealthSaysWhatIsWrong() throws IOException {
    var directory = directory();
    var before = directory.get();
    Files.writeString(
        file,
        CAMPUSES
            + HOSTS
            + NEWTON.replace("campus: manchester", "campus: manchestre").replace("128", "0"));
    readTwice(directory);
    assertThat(directory.get()).isSameAs(before);
    assertThat(String.valueOf(directory.health().getDetails().get("problem")))
        .contains(
            file.toString(),
            "host newton.manchester names an unknown campus: manchestre; the file has ucl,"
                + " manchester",
            "cluster newton must have at least 1 node");
    Files.writeString(file, CAMPUSES + HOSTS);
    readTwice(directory);
    assertThat(directory.health().getDetails()).doesNotContainKey("problem");
  }

  @Test
  void aCampusMayHaveALocationInDegrees() throws IOException {
    assertThat(directory().get().home()).returns(null, Campus::latitude);
    var directory = directory();
    Files.writeString(
        file, CAMPUSES.replace("{ id: ucl,", "{ id: ucl, latitude: 51.52, longitude: -0.13,"));
    readTwice(directory);
    assertThat(directory.get().home())
        .returns(51.52, Campus::latitude)
        .returns(-0.13, Campus::longitude);
    Files.writeString(
        file,
        CAMPUSES
            .replace("{ id: ucl,", "{ id: ucl, latitude: 5152, longitude: .nan,")
            .replace("{ id: manchester,", "{ id: manchester, latitude: 53.47,"));
    readTwice(directory);
    assertThat(String.valueOf(directory.health().getDetails().get("problem")))
        .contains(
            "the latitude of campus ucl must be from -90 to 90 degrees: 5152.0",
            "the longitude of campus ucl must be from -180 to 180 degrees: NaN",
            "campus manchester needs both latitude and longitude, or neither");
  }

  @Test
  void aMisspeltEntryIsNamed() throws IOException {
    var directory = directory();
    Files.writeString(file, CAMPUSES + HOSTS.replace("stp:", "spt:"));
    readTwice(directory);
    assertThat(String.valueOf(directory.health().getDetails().get("problem"))).contains("spt");
  }

  @Test
  void aNewPeerMustBeThereFirst() throws IOException {
    var directory = directory();
    Files.writeString(file, CAMPUSES + HOSTS + NEWTON.replace("rm-newton", "rm-kelvin"));
    readTwice(directory);
    assertThat(directory.get().clusters()).isEmpty();
    assertThat(String.valueOf(directory.health().getDetails().get("problem")))
        .contains(
            "the resource manager of newton is rm-kelvin, which is no peer with a url and the roles"
                + " [rm]; add it to the peers (touchpaper.peers-file)")
        .doesNotContain("restart");
  }

  /** A broker whose peers are in a file. */
  private final class Broker {
    final PeerRegistry peers;
    final PeersFileReloader peersFileReloader;
    final CurrentNetworkDirectory directory;

    Broker() throws IOException {
      var secret = Files.writeString(folder.resolve("secret"), "s");
      Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
      writePeers("lnsap-ucl: [segment]", "nsap: [segment]", "bar-manchester: [segment, holder]");
      var settings =
          Map.of(
              "touchpaper.name",
              "bar-ucl",
              "touchpaper.peers-file",
              folder.resolve("peers.yaml").toString());
      var properties =
          new Binder(new MapConfigurationPropertySource(settings))
              .bindOrCreate("touchpaper", TouchpaperProperties.class);
      peers = PeerRegistry.from(properties);
      directory = new CurrentNetworkDirectory(broker("lnsap-ucl"), peers);
      var beans = new StaticListableBeanFactory();
      beans.addBean("directory", directory);
      peersFileReloader =
          new PeersFileReloader(properties, peers, beans.getBeanProvider(RequiredPeersRule.class));
    }

    /** Writes {@code name: [roles]}. */
    void writePeers(String... peers) throws IOException {
      Files.writeString(
          folder.resolve("peers.yaml"),
          Arrays.stream(peers)
              .map(peer ->
                  "  %s: { url: 'http://%1$s:8080', roles: %s, secret-file: %s }"
                      .formatted(
                          peer.substring(0, peer.indexOf(':')),
                          peer.substring(peer.indexOf('[')),
                          folder.resolve("secret")))
              .collect(Collectors.joining("\n", "peers:\n", "\n")));
    }

    String problemOfPeers() {
      return String.valueOf(peersFileReloader.health().getDetails().get("problem"));
    }
  }

  @Test
  void aNewPeerAndItsClusterTakeEffectInAnyOrderOfTheFiles() throws IOException {
    var broker = new Broker();
    Files.writeString(file, CAMPUSES + HOSTS + NEWTON);
    readTwice(broker.directory);
    assertThat(broker.directory.get().clusters()).isEmpty();
    broker.writePeers(
        "lnsap-ucl: [segment]",
        "nsap: [segment]",
        "bar-manchester: [segment, holder]",
        "rm-newton: [rm]");
    readTwice(broker.peersFileReloader);
    readTwice(broker.directory);
    assertThat(broker.directory.get().cluster("newton")).isPresent();
  }

  @Test
  void aPeerThatTheDirectoryOrTheBrokerNamesStays() throws IOException {
    var broker = new Broker();
    broker.writePeers("lnsap-ucl: [segment]");
    readTwice(broker.peersFileReloader);
    assertThat(broker.peers.find("bar-manchester")).isPresent();
    assertThat(broker.problemOfPeers())
        .contains(
            "the NSAP is nsap, which is no peer with a url and the roles [segment]",
            "the BAR of manchester is bar-manchester, which is no peer with a url and the roles"
                + " [segment, holder], but the directory names it; change the directory first");
    broker.writePeers("lnsap-ucl: [segment]", "nsap: [segment]");
    Files.writeString(file, CAMPUSES.replace(", bar: bar-manchester", "") + HOSTS);
    readTwice(broker.directory);
    readTwice(broker.peersFileReloader);
    assertThat(broker.peers.find("bar-manchester")).isEmpty();
    assertThat(broker.problemOfPeers()).isEqualTo("null");
  }

  @Test
  void aNewAddressOfABrokerIsThatOfItsCampus() throws IOException {
    var broker = new Broker();
    broker.writePeers(
        "lnsap-ucl: [segment]", "nsap: [segment]", "bar-manchester: [segment, holder]");
    var peersFile = folder.resolve("peers.yaml");
    Files.writeString(
        peersFile, Files.readString(peersFile).replace("bar-manchester:8080", "moved:8090"));
    readTwice(broker.peersFileReloader);
    readTwice(broker.directory);
    assertThat(broker.directory.get().campuses())
        .extracting(Campus::url)
        .contains(URI.create("http://moved:8090"));
  }

  @Test
  void aMissingFileChangesNothing() throws IOException {
    var directory = directory();
    Files.delete(file);
    readTwice(directory);
    assertThat(directory.get().hosts()).hasSize(1);
    assertThat(String.valueOf(directory.health().getDetails().get("problem")))
        .contains("cannot read the directory", file.toString());
  }

  @Test
  void theBrokerDoesNotStartWithAnInvalidFile() throws IOException {
    Files.writeString(file, CAMPUSES.replace("id: ucl", "id: ulc") + HOSTS);
    assertThatThrownBy(this::directory)
        .hasMessageContaining("touchpaper.bar.campus names an unknown campus: ucl")
        .hasMessageContaining("host vis.ucl names an unknown campus: ucl");
  }
}
