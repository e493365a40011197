package org.touchpaper.bar.coallocation.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.io.ByteArrayResource;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.request.RequestedSchedule;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory.Campus;
import org.touchpaper.bar.directory.NetworkDirectory.Cluster;
import org.touchpaper.bar.directory.NetworkDirectory.Facility;
import org.touchpaper.bar.directory.NetworkDirectory.Host;
import org.touchpaper.platform.problem.FieldViolation;

/** Rules that depend on the broker's configuration; BadInputTest has the others. */
class BookingRequestValidatorTest {

  private static final Instant NOW = Instant.parse("2026-12-01T20:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "store,tape,500,,",
    "store,tape,501,units[0].amount,at-most-the-facility",
    "store,tape,0,units[0].amount,at-least-1",
    "store,disk,1,units[0].unit,known-unit",
    "shop,tape,1,units[0].resource,known-facility"
  })
  void unitsAreThoseOfAKnownFacility(
      String resource, String unit, int amount, String field, String rule) {
    var violations = validateUnits(new BookingRequest.UnitAmount(resource, unit, amount));
    assertThat(violations)
        .extracting(FieldViolation::field, FieldViolation::rule)
        .isEqualTo(rule == null ? List.of() : List.of(tuple(field, rule)));
  }

  @Test
  void aUnitIsListedOnceAndAnotherOfTheSameFacilityBesideIt() {
    var tape = new BookingRequest.UnitAmount("store", "tape", 20);
    assertThat(validateUnits(tape, new BookingRequest.UnitAmount("store", "microscope", 1)))
        .isEmpty();
    assertThat(validateUnits(tape, tape))
        .extracting(FieldViolation::field, FieldViolation::rule)
        .containsExactly(tuple("units[1].unit", "once"));
  }

  private static List<FieldViolation> validateUnits(BookingRequest.UnitAmount... units) {
    var request =
        new BookingRequest(
            "",
            new RequestedSchedule.Fixed(NOW, NOW.plusSeconds(60)),
            List.of(),
            List.of(),
            List.of(units));
    return BookingRequestValidator.validate(request, manchester("rm-network", "a1"), NOW);
  }

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

  private static NetworkDirectory manchester(String networkRm, String acceptors) {
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
    return new NetworkDirectory(
        bar,
        List.of(campus("ucl"), campus("manchester"), campus("leeds")),
        List.of(
            host("vis.ucl", "ucl"),
            host("newton.manchester", "manchester"),
            host("cave.leeds", "leeds")),
        List.of(new Cluster("newton", "rm-newton", 128, 4, "newton.manchester")),
        List.of(new Facility("store", "rm-store", Map.of("tape", 500, "microscope", 1))));
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
        "urn:ogf:network:wan.ukl:2026:" + id + "?vlan=100-199",
        null,
        null);
  }

  private static Host host(String name, String campus) {
    return new Host(name, campus, "urn:ogf:network:" + campus + ".ukl:2026:" + name, null, null);
  }
}
