package org.touchpaper.bar.coallocation.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.io.ByteArrayResource;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.request.RequestedSchedule;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.bar.directory.Directory.Campus;
import org.touchpaper.bar.directory.Directory.Cluster;
import org.touchpaper.bar.directory.Directory.Host;
import org.touchpaper.platform.problem.FieldViolation;

/** Rules that depend on the broker's configuration; BadInputTest has the others. */
class BookingRequestValidatorTest {

  private static final Instant NOW = Instant.parse("2026-12-01T20:00:00Z");

  @ParameterizedTest
  @CsvSource({"rm-network,a1,", "'',a1,network-rm", "rm-network,'',acceptors", "'','',acceptors"})
  void withoutWhatCoAllocationNeedsTheMessageNamesTheAlternatives(
      String networkRm, String acceptors, String rule) {
    var request =
        new BookingRequest(
            "",
            new RequestedSchedule.Fixed(NOW, NOW.plusSeconds(60)),
            List.of(new BookingRequest.Nodes("newton", 4)),
            List.of(new BookingRequest.Circuit("vis.ucl", "newton.manchester", 300)));
    assertThat(BookingRequestValidator.validate(request, manchester(networkRm, acceptors), NOW))
        .extracting(FieldViolation::rule)
        .isEqualTo(rule == null ? List.of() : List.of(rule));
  }

  /** The messages above advise this call. */
  @ParameterizedTest
  @CsvSource({"rm-network,a1", "'',a1", "rm-network,''", "'',''"})
  void aLightpathAloneNeedsNeitherAcceptorsNorANetworkResourceManager(
      String networkRm, String acceptors) {
    var request =
        new BookingRequest(
            "",
            new RequestedSchedule.Fixed(NOW, NOW.plusSeconds(60)),
            List.of(),
            List.of(new BookingRequest.Circuit("newton.manchester", "vis.ucl", 300)));
    assertThat(
            BookingRequestValidator.validateLightpathAlone(
                request, manchester(networkRm, acceptors), NOW))
        .isEmpty();
  }

  @Test
  void aLightpathBetweenOtherCampusesNamesTheBrokerToAsk() {
    var request =
        new BookingRequest(
            "",
            new RequestedSchedule.Fixed(NOW, NOW.plusSeconds(60)),
            List.of(),
            List.of(
                new BookingRequest.Circuit("newton.manchester", "cave.leeds", 300),
                new BookingRequest.Circuit("vis.ucl", "cave.leeds", 300)));
    assertThat(BookingRequestValidator.validate(request, manchester("rm-network", "a1"), NOW))
        .containsExactly(
            new FieldViolation(
                "lightpaths[1].source",
                "at-home",
                "neither vis.ucl nor cave.leeds is at manchester; ask the BAR of ucl: http://bar.ucl:8080",
                URI.create("http://bar.ucl:8080")));
  }

  private static Directory manchester(String networkRm, String acceptors) {
    var bar =
        new BarProperties(
            "manchester",
            "lnsap-manchester",
            "nsap",
            networkRm,
            acceptors.isEmpty() ? List.of() : List.of(acceptors),
            1,
            Duration.ofSeconds(10),
            Duration.ofSeconds(8),
            new ByteArrayResource(new byte[0]),
            Duration.ofHours(1));
    return new Directory(
        bar,
        List.of(campus("ucl"), campus("manchester"), campus("leeds")),
        List.of(
            host("vis.ucl", "ucl"),
            host("newton.manchester", "manchester"),
            host("cave.leeds", "leeds")),
        List.of(new Cluster("newton", "rm-newton", 128, 4, "newton.manchester")));
  }

  private static Campus campus(String id) {
    var network = id + ".ukl:2026";
    return new Campus(
        id,
        id,
        network,
        "bar-" + id,
        URI.create("http://bar." + id + ":8080"),
        "urn:ogf:network:" + network + ":border?vlan=100-199",
        "urn:ogf:network:wan.ukl:2026:" + id + "?vlan=100-199");
  }

  private static Host host(String name, String campus) {
    return new Host(name, campus, "urn:ogf:network:" + campus + ".ukl:2026:" + name);
  }
}
