package org.touchpaper.nsap.circuit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.AdmissionUnderTest.held;
import static org.touchpaper.segment.kit.AdmissionUnderTest.minutes;
import static org.touchpaper.segment.kit.AdmissionUnderTest.refusal;

import java.util.List;
import java.util.StringJoiner;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.kit.AdmissionUnderTest;
import org.touchpaper.segment.kit.LedgerTestDatabase;

/** Admission follows the signals that the elements of a path support. */
class SignalTypeAdmissionTest {

  private static final Topology TOPOLOGY =
      TopologyFile.read(new ClassPathResource("nsap/all-signals.yaml"));
  private static final LedgerTestDatabase LEDGER = LedgerTestDatabase.create();

  @SuppressWarnings("NullAway.Init") // set before each test
  private AdmissionUnderTest admission;

  @BeforeEach
  void empty() {
    LEDGER.empty();
    admission = WideAreaCapacityAllocatorFixture.create(TOPOLOGY, LEDGER);
  }

  private CapacityAllocator.Decision ask(String from, String to, int mbps) {
    return admission.admit(new Criteria(stp(from), stp(to), mbps, minutes(0, 60)));
  }

  private static Stp stp(String port) {
    return Stp.parse("urn:ogf:network:wan.test:2026:" + port);
  }

  private static Route route(CapacityAllocator.Decision decision) {
    return Route.fromJson(held(decision).plan());
  }

  @Test
  void aFibreServesOneCircuit() {
    assertThat(held(ask("FA", "FB", 100)).path()).containsExactly("CAL-A", "A-B", "CAL-B");
    assertThat(refusal(ask("FA", "FB3", 1)))
        .returns(Refusal.Code.CAPACITY_BUSY, Refusal::code)
        .returns("FA", Refusal::resource);
    // the link is occupied at any bandwidth: the next circuit takes another path
    assertThat(held(ask("FA2", "FB3", 1)).path())
        .containsExactly("CAL-A", "A-C", "POL-C", "C-B", "CAL-B");
  }

  @Test
  void aFibreKeepsTheVlan() {
    var held = held(ask("FA", "FB", 100));
    assertThat(held.source()).hasToString(stp("FA") + "?vlan=150");
    assertThat(held.destination()).hasToString(stp("FB") + "?vlan=150");
    assertThat(refusal(ask("FA2", "FB2", 100)))
        .returns(Refusal.Code.LABEL_NOT_ALLOWED, Refusal::code)
        .extracting(Refusal::reason)
        .asString()
        .contains("100-199 at FA2 and 300-399 at FB2");
  }

  @Test
  void aConcatenatedPathHasAdjacentSlotsFromAPermittedStart() {
    var first = route(ask("G1", "G3", 300)); // 7 STS-1, carried by an STS-9c
    assertThat(first.signal()).isEqualTo(SignalType.CONTIGUOUS);
    assertThat(first.hops().get(1).in().slots()).isEqualTo(row(1, 9));
    var second = route(ask("G1B", "G3B", 1000)); // 21, carried by an STS-24c within an OC-48
    assertThat(second.hops().get(1).out().slots()).isEqualTo(row(10, 33));
    assertThat(refusal(ask("G1", "G3B", 1)).code()).isEqualTo(Refusal.Code.CAPACITY_BUSY);
  }

  private static List<Integer> row(int first, int last) {
    return IntStream.rangeClosed(first, last).boxed().toList();
  }

  @Test
  void refusesAPathWhosePermittedStartsAreTaken() {
    assertThat(StsConcatenationRules.firstFree(12, 24, List.of(12, 13))).isEmpty();
    assertThat(StsConcatenationRules.firstFree(9, 24, List.of(3, 13))).contains(row(4, 12));
    assertThat(StsConcatenationRules.firstFree(9, 24, List.of(3, 12))).contains(row(13, 21));
    assertThat(StsConcatenationRules.canBegin(24, 28)).isFalse();
    assertThat(StsConcatenationRules.canBegin(24, 25)).isTrue();
  }

  @Test
  void anOnsSwitchesVirtuallyConcatenatedCircuits() {
    var route = route(ask("V1", "V2", 300));
    assertThat(route.signal()).isEqualTo(SignalType.VIRTUAL);
    assertThat(route.hops()).extracting(Route.Hop::node).containsExactly("CD-1", "ONS-2", "CD-2");
  }

  /** The network of HARC's example (PoS(ESLEA)016, figure 3 requests 10,240 Mbit/s). */
  @Test
  void theTestbedOfHarcTakesOneCircuitForEachFibre() {
    var enlightened = TopologyFile.read(new ClassPathResource("samples/enlightened.yaml"));
    var testbed = WideAreaCapacityAllocatorFixture.create(enlightened, LEDGER);
    var held = held(testbed.admit(toward("CH1", "BT2", 10_240)));
    assertThat(held.path()).containsExactly("UO1", "UO1-UO2", "UO2", "UO2-UO3", "UO3");
    assertThat(refusal(testbed.admit(toward("RA1", "UR3", 1))).code())
        .isEqualTo(Refusal.Code.CAPACITY_BUSY);
    held(testbed.admit(toward("RA1", "UR2", 10_240)));
    assertThat(refusal(testbed.admit(toward("VC1", "X1U", 10_240))))
        .returns(Refusal.Code.ABOVE_CAPACITY, Refusal::code)
        .returns("X1U", Refusal::resource);
  }

  /** "Soon … extended with a Calient Diamondwave PXC in Kansas City, creating additional paths". */
  @Test
  void theTestbedWithKansasCityTakesAnotherPathWhenOneIsBusy() {
    var extended = TopologyFile.read(new ClassPathResource("samples/enlightened-kansas-city.yaml"));
    var testbed = WideAreaCapacityAllocatorFixture.create(extended, LEDGER);
    var first = held(testbed.admit(toward("CH1", "BT2", 10_240)));
    assertThat(first.path()).containsExactly("UO1", "UO1-UO5", "UO5", "UO3-UO5", "UO3");
    var second = held(testbed.admit(toward("RA1", "UR3", 10_240)));
    assertThat(second.path()).containsExactly("UO2", "UO2-UO3", "UO3");
  }

  private static Criteria toward(String from, String to, int mbps) {
    return new Criteria(
        Stp.parse("urn:ogf:network:enlightened:2007:" + from),
        Stp.parse("urn:ogf:network:enlightened:2007:" + to),
        mbps,
        minutes(0, 60));
  }

  /** A CoreDirector's transit list has twenty links at most. */
  @Test
  void aPathTooLongForATransitListIsRefused() {
    var row = WideAreaCapacityAllocatorFixture.create(TopologyFile.read(signallingRow(22)), LEDGER);
    var held = held(row.admit(new Criteria(stp("E1"), stp("E21"), 100, minutes(0, 60))));
    var route = Route.fromJson(held.plan());
    assertThat(route.isSignalled()).isTrue();
    assertThat(route.hops()).hasSize(21);
    assertThat(refusal(row.admit(new Criteria(stp("E1"), stp("E22"), 100, minutes(0, 60)))))
        .returns(Refusal.Code.NO_PATH, Refusal::code)
        .returns(
            "the shortest path between E1 and E22 has 21 links; signalling (OSRP) supports at most"
                + " 20",
            Refusal::reason);
  }

  /** Elements N1, N2 and so on in a row, with a campus E1, E2 at each. */
  private static ByteArrayResource signallingRow(int length) {
    var nodes = new StringJoiner("\n", "topology:\n  network: wan.test:2026\n  nodes:\n", "\n");
    var links = new StringJoiner("\n", "  links:\n", "\n");
    var ends = new StringJoiner("\n", "  attachments:\n", "\n");
    for (var n = 1; n <= length; n++) {
      nodes.add(
          "    - { tid: N%d, dialect: coredirector, site: S%d, longitude: 0, latitude: 51 }"
              .formatted(n, n));
      ends.add(
          ("    - { name: E%d, node: N%d, port: 1-A-9-1-1, capacityMbps: 1000, vlans: 100-999,"
                  + " peer: \"urn:ogf:network:e%d.test:2026:border\" }")
              .formatted(n, n, n));
      if (n < length) {
        links.add(
            ("    - { id: L%d, a: { node: N%d, port: 1-A-2-1, osrp: 9 }, z: { node: N%d, port:"
                    + " 1-A-1-1, osrp: 1 }, capacityMbps: 1000, slots: 192, latencyMs: 1 }")
                .formatted(n, n, n + 1));
      }
    }
    return new ByteArrayResource((nodes.toString() + links + ends).getBytes(UTF_8));
  }

  @Test
  void refusesEndsWithoutACommonSignal() {
    assertThat(refusal(ask("V1", "G3", 100)))
        .returns(Refusal.Code.NO_PATH, Refusal::code)
        .returns(
            "no common signal: V1 terminates [VIRTUAL], G3 terminates [CONTIGUOUS]",
            Refusal::reason);
    assertThat(refusal(ask("FA", "V1", 100)).code()).isEqualTo(Refusal.Code.NO_PATH);
  }
}
