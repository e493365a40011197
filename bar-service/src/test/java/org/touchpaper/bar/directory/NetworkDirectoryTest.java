package org.touchpaper.bar.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;
import org.touchpaper.bar.directory.NetworkDirectory.Campus;
import org.touchpaper.bar.directory.NetworkDirectory.Cluster;
import org.touchpaper.bar.directory.NetworkDirectory.Facility;
import org.touchpaper.bar.directory.NetworkDirectory.Host;
import org.touchpaper.bar.reservation.segments.SegmentLeg;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Stp;

/** How a circuit is cut into segments, seen from UCL, and which circuits are refused. */
class NetworkDirectoryTest {

  private static final Stp VIS = Stp.parse("urn:ogf:network:ucl.ukl:2026:vis");
  private static final Stp HAPTIC = Stp.parse("urn:ogf:network:ucl.ukl:2026:haptic");
  private static final Stp NEWTON = Stp.parse("urn:ogf:network:manchester.ukl:2026:newton");
  private static final Stp CASTLE = Stp.parse("urn:ogf:network:edinburgh.ukl:2026:castle");
  private static final Stp BAILRIGG = Stp.parse("urn:ogf:network:lancaster.ukl:2026:bailrigg");
  private static final Stp UNATTACHED = Stp.parse("urn:ogf:network:oxford.ukl:2026:radcliffe");

  private final NetworkDirectory directory = directoryOf("ucl");

  private static NetworkDirectory directoryOf(String campus) {
    var bar =
        new BarProperties(
            campus,
            "lnsap-" + campus,
            "nsap",
            " ",
            List.of(),
            1,
            Duration.ofSeconds(10),
            Duration.ofSeconds(8),
            new ByteArrayResource(new byte[0]),
            Duration.ofHours(1));
    return new NetworkDirectory(
        bar,
        List.of(
            campus("ucl", "UCL", "bar-ucl"),
            campus("manchester", "Manchester", "bar-manchester"),
            campus("lancaster", "Lancaster", null),
            campus("edinburgh", "Edinburgh", null),
            new Campus(
                "oxford", "Oxford", "oxford.ukl:2026", "bar-oxford", null, null, null, null, null)),
        List.of(
            new Host("vis.ucl", "ucl", VIS.toString(), null, null),
            new Host("desk.ucl", "ucl", null, null, null)),
        List.of(new Cluster("newton", "rm-newton", 128, 4, "newton.manchester")),
        List.of(new Facility("store", "rm-store", Map.of("tape", 500))));
  }

  /** EnLIGHTened (PoS(ESLEA)016, figure 2): one NSAP, no campus network. */
  @Test
  void hostsAtTheWideAreaNeedNoLnsap() {
    var source = Stp.parse("urn:ogf:network:enlightened:2007:RA1");
    var destination = Stp.parse("urn:ogf:network:enlightened:2007:BT2");
    var bar =
        new BarProperties(
            "enlightened",
            null,
            "nsap",
            null,
            List.of(),
            1,
            Duration.ofSeconds(10),
            Duration.ofSeconds(8),
            new ByteArrayResource(new byte[0]),
            Duration.ofHours(1));
    var campus =
        new Campus(
            "enlightened", "EnLIGHTened", "enlightened:2007", "bar", null, null, null, null, null);
    var enlightened = new NetworkDirectory(bar, List.of(campus), List.of(), List.of(), List.of());
    assertThat(enlightened.split(source, destination))
        .isEqualTo(
            new CircuitSplitResult.Legs(
                List.of(new SegmentLeg("nsap", source, destination, false))));
  }

  private static Campus campus(String id, String name, @Nullable String bar) {
    var network = id + ".ukl:2026";
    return new Campus(
        id,
        name,
        network,
        bar,
        bar == null ? null : URI.create("https://" + id + ".ac.uk"),
        "urn:ogf:network:" + network + ":border?vlan=100-199",
        "urn:ogf:network:wan.ukl:2026:" + id + "?vlan=100-199",
        null,
        null);
  }

  private List<SegmentLeg> legs(Stp source, Stp destination) {
    assertThat(directory.split(source, destination)).isInstanceOf(CircuitSplitResult.Legs.class);
    return ((CircuitSplitResult.Legs) directory.split(source, destination)).legs();
  }

  private Refusal refusal(Stp source, Stp destination) {
    assertThat(directory.split(source, destination))
        .isInstanceOf(CircuitSplitResult.Rejected.class);
    return ((CircuitSplitResult.Rejected) directory.split(source, destination)).refusal();
  }

  @Test
  void ordersCampusWideAreaAndRemoteBroker() {
    assertThat(legs(VIS, NEWTON))
        .extracting(SegmentLeg::peer)
        .containsExactly("lnsap-ucl", "nsap", "bar-manchester");
    assertThat(legs(VIS, NEWTON)).noneMatch(SegmentLeg::reversed);
    assertThat(legs(VIS, NEWTON).getFirst().source()).isEqualTo(VIS);
    assertThat(legs(VIS, NEWTON).getLast().destination()).isEqualTo(NEWTON);
  }

  @Test
  void ordersAnIncomingCircuitTheSameWay() {
    assertThat(legs(NEWTON, VIS))
        .extracting(SegmentLeg::peer)
        .containsExactly("lnsap-ucl", "nsap", "bar-manchester");
    assertThat(legs(NEWTON, VIS)).allMatch(SegmentLeg::reversed);
    assertThat(legs(NEWTON, VIS).getLast().source()).isEqualTo(NEWTON);
    assertThat(legs(NEWTON, VIS).getFirst().destination()).isEqualTo(VIS);
  }

  @Test
  void usesTheCampusAloneIfBothEndsAreOnIt() {
    assertThat(legs(VIS, HAPTIC)).extracting(SegmentLeg::peer).containsExactly("lnsap-ucl");
  }

  @Test
  void refusesACampusWithoutABroker() {
    assertThat(refusal(VIS, CASTLE))
        .returns(Refusal.Code.NOT_ALLOWED, Refusal::code)
        .returns("destination", Refusal::field)
        .returns("Campus Edinburgh has no BAR, so it cannot be booked.", Refusal::reason);
    assertThat(refusal(CASTLE, VIS).field()).isEqualTo("source");
  }

  @Test
  void refusesACampusThatIsNotAttached() {
    assertThat(refusal(VIS, UNATTACHED))
        .returns(Refusal.Code.NO_PATH, Refusal::code)
        .returns("UCL and Oxford are not both attached to the wide area.", Refusal::reason);
  }

  @Test
  void refusesAnUnknownEndpoint() {
    var nowhere = Stp.parse("urn:ogf:network:nowhere:2026:x");
    assertThat(refusal(nowhere, VIS))
        .returns(Refusal.Code.UNKNOWN_STP, Refusal::code)
        .returns("source", Refusal::field);
    assertThat(refusal(VIS, nowhere)).returns("destination", Refusal::field);
  }

  @Test
  void refusesACircuitBetweenEqualEndpoints() {
    assertThat(refusal(VIS, VIS.withVlans(null)).code()).isEqualTo(Refusal.Code.NO_PATH);
  }

  @Test
  void namesTheResponsibleBrokerForACircuitBetweenOthers() {
    assertThat(refusal(NEWTON, CASTLE).reason())
        .isEqualTo("Neither end is at UCL; ask the BAR of Manchester: https://manchester.ac.uk");
    assertThat(refusal(CASTLE, NEWTON).reason())
        .isEqualTo("Neither end is at UCL; ask the BAR of Manchester: https://manchester.ac.uk");
    assertThat(refusal(CASTLE, BAILRIGG).reason())
        .isEqualTo("Neither end is at UCL; neither Edinburgh nor Lancaster has a BAR");
  }

  @Test
  void findsHostsAndClustersByName() {
    assertThat(directory.host("vis.ucl").flatMap(Host::port)).contains(VIS);
    assertThat(directory.host("desk.ucl").flatMap(Host::port)).isEmpty();
    assertThat(directory.host("nobody.ucl")).isEmpty();
    assertThat(directory.cluster("newton")).map(Cluster::nodes).contains(128);
    assertThat(directory.cluster("leibniz")).isEmpty();
    assertThat(directory.nameOf(VIS)).isEqualTo("vis.ucl");
    assertThat(directory.nameOf(HAPTIC)).isEqualTo(HAPTIC.toString());
  }

  @Test
  void treatsABlankResourceManagerAsNone() {
    assertThat(directory.bar().networkRm()).isNull();
  }

  @Test
  void knowsItsOwnCampus() {
    assertThat(directory.home().name()).isEqualTo("UCL");
  }
}
