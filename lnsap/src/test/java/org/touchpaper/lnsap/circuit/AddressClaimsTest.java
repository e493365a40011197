package org.touchpaper.lnsap.circuit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.AdmissionUnderTest.held;
import static org.touchpaper.segment.kit.AdmissionUnderTest.minutes;
import static org.touchpaper.segment.kit.AdmissionUnderTest.refusal;

import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.lnsap.campus.Campus;
import org.touchpaper.lnsap.campus.CampusFile;
import org.touchpaper.lnsap.campus.CircuitAddressRange;
import org.touchpaper.lnsap.policy.SitePolicy;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.capacity.CapacityAllocator.Decision;
import org.touchpaper.segment.capacity.CapacityAllocator.Held;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails.Endpoint;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.kit.AdmissionUnderTest;
import org.touchpaper.segment.kit.LedgerTestDatabase;
import org.touchpaper.segment.kit.SegmentContractSupport;

/** A circuit that starts on a campus with a pool takes two addresses, and gives them back. */
class AddressClaimsTest {

  private static final CampusFile UCL =
      CampusFile.read(new ClassPathResource("samples/uklight/campus-ucl.yaml"));
  private static final LedgerTestDatabase LEDGER = LedgerTestDatabase.create();

  @BeforeEach
  void empty() {
    LEDGER.empty();
  }

  private static AdmissionUnderTest campusWith(@Nullable String addresses) {
    var ucl = UCL.campus();
    var campus =
        new Campus(
            ucl.name(),
            ucl.title(),
            ucl.network(),
            ucl.edge(),
            ucl.border(),
            ucl.hosts(),
            addresses == null ? null : CircuitAddressRange.parse(addresses));
    return new AdmissionUnderTest(
        CampusCapacityAllocator.create(new SitePolicy(campus, UCL.policy()), LEDGER.jdbc()),
        LEDGER);
  }

  private static Criteria fromVis(int mbps, Schedule when) {
    return new Criteria(stp("vis"), stp("border"), mbps, when);
  }

  private static Stp stp(String port) {
    return Stp.parse("urn:ogf:network:ucl.ukl:2026:" + port);
  }

  private static LightpathEndsAccessDetails ends(Decision decision) {
    return held(decision).endpoints();
  }

  @Test
  void tellsBothEndsTheirAddresses() {
    var ends = ends(campusWith("10.88.0.2/31").admit(fromVis(100, minutes(1, 9))));

    assertThat(ends.source())
        .isEqualTo(new Endpoint("EDGE-UCL", "GigabitEthernet3/1", 100, true, 9000, "10.88.0.2/31"));
    assertThat(ends.destination()).isEqualTo(Endpoint.ofAddress("10.88.0.3/31"));
    assertThat(ends.delay()).isNull();
  }

  @Test
  void aPoolMayBeOfIpv6() {
    var ends = ends(campusWith("fd00:88::4/127").admit(fromVis(100, minutes(1, 9))));

    assertThat(ends.source().address()).isEqualTo("fd00:88:0:0:0:0:0:4/127");
    assertThat(ends.destination().address()).isEqualTo("fd00:88:0:0:0:0:0:5/127");
  }

  @Test
  void anUntaggedHostHasNoVlan() {
    var criteria = new Criteria(stp("haptic"), stp("border"), 100, minutes(1, 9));

    assertThat(ends(campusWith(null).admit(criteria)).source())
        .isEqualTo(new Endpoint("EDGE-UCL", "GigabitEthernet3/2", null, false, 1500, null));
  }

  @Test
  void theDestinationCampusTakesNoAddress() {
    var arriving = new Criteria(stp("border"), stp("vis"), 100, minutes(1, 9));
    var ends = ends(campusWith("10.88.0.0/24").admit(arriving));

    assertThat(ends.source()).isEqualTo(Endpoint.UNKNOWN);
    assertThat(ends.destination())
        .isEqualTo(new Endpoint("EDGE-UCL", "GigabitEthernet3/1", 100, true, 9000, null));
  }

  @Test
  void refusesWithTheNextFitWhenEveryPairIsTaken() {
    var campus = campusWith("10.88.0.0/30");
    held(campus.admit(fromVis(100, minutes(1, 9))));
    held(campus.admit(fromVis(100, minutes(3, 20))));
    var refusal = refusal(campus.admit(fromVis(100, minutes(5, 8))));

    assertThat(refusal.code()).isEqualTo(Refusal.Code.ADDRESS_BUSY);
    assertThat(refusal.resource()).isEqualTo("10.88.0.0/30");
    assertThat(refusal.reason())
        .isEqualTo(
            "all 2 pairs of addresses in 10.88.0.0/30 at University College London are in use at"
                + " that time");
    assertThat(refusal.nextFit()).isEqualTo(minutes(9, 12));
    held(campus.admit(fromVis(100, minutes(9, 12))));
  }

  /** The refused circuit keeps no capacity either. */
  @Test
  void aRefusalLeavesNothingBooked() {
    var campus = campusWith("10.88.0.0/31");
    var connection = SegmentContractSupport.newConnectionId();
    held(campus.admit(connection, 1, fromVis(100, minutes(1, 9)), null));
    refusal(campus.admit(fromVis(900, minutes(1, 9))));
    campus.release(connection, 1);

    held(campus.admit(fromVis(1000, minutes(1, 9))));
  }

  @Test
  void aChangedCircuitKeepsItsAddresses() {
    var campus = campusWith("10.88.0.0/24");
    var connection = SegmentContractSupport.newConnectionId();
    var before = fromVis(100, minutes(1, 9));
    var first = held(campus.admit(connection, 1, before, null));
    var second =
        held(
            campus.admit(
                connection,
                2,
                fromVis(300, minutes(2, 30)),
                new CapacityAllocator.BindingVersion(1, before, first)));

    assertThat(second.endpoints()).isEqualTo(first.endpoints());
  }

  @Test
  void neverGivesAnAddressTwice() throws Exception {
    var campus = campusWith("10.88.0.0/29");
    Callable<Decision> booking = () -> campus.admit(fromVis(1, minutes(1, 9)));
    try (var threads = Executors.newFixedThreadPool(8)) {
      var addresses =
          threads.invokeAll(Stream.generate(() -> booking).limit(20).toList()).stream()
              .map(future -> future.resultNow())
              .filter(Held.class::isInstance)
              .map(decision -> ends(decision).source().address())
              .toList();

      assertThat(addresses)
          .containsExactlyInAnyOrder(
              "10.88.0.0/31", "10.88.0.2/31", "10.88.0.4/31", "10.88.0.6/31");
    }
  }
}
