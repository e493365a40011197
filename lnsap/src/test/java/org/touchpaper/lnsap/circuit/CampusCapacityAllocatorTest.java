package org.touchpaper.lnsap.circuit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.segment.kit.AdmissionUnderTest.held;
import static org.touchpaper.segment.kit.AdmissionUnderTest.minutes;
import static org.touchpaper.segment.kit.AdmissionUnderTest.refusal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.lnsap.campus.Border;
import org.touchpaper.lnsap.campus.Campus;
import org.touchpaper.lnsap.campus.CampusFile;
import org.touchpaper.lnsap.policy.SitePolicy;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.capacity.CapacityAllocator.Decision;
import org.touchpaper.segment.capacity.CapacityAllocator.Held;
import org.touchpaper.segment.capacity.CapacityAllocator.Refused;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.kit.AdmissionUnderTest;
import org.touchpaper.segment.kit.LedgerTestDatabase;
import org.touchpaper.segment.kit.SegmentContractSupport;

class CampusCapacityAllocatorTest {

  private static final CampusFile UCL =
      CampusFile.read(new ClassPathResource("samples/uklight/campus-ucl.yaml"));
  private static final LedgerTestDatabase LEDGER = LedgerTestDatabase.create();

  @SuppressWarnings("NullAway.Init") // set before each test
  private AdmissionUnderTest admissionUnderTest;

  @BeforeEach
  void empty() {
    LEDGER.empty();
    var policy = new SitePolicy(UCL.campus(), UCL.policy());
    admissionUnderTest =
        new AdmissionUnderTest(CampusCapacityAllocator.create(policy, LEDGER.jdbc()), LEDGER);
  }

  private static Stp stp(String port) {
    return Stp.parse("urn:ogf:network:ucl.ukl:2026:" + port);
  }

  private static Criteria from(String host, String border, int mbps, Schedule when) {
    return new Criteria(stp(host), stp(border), mbps, when);
  }

  @Test
  void choosesTheLowestLabelBothSidesAllow() {
    var held =
        held(admissionUnderTest.admit(from("vis", "border?vlan=90-150", 300, minutes(1, 9))));

    assertThat(held.destination()).isEqualTo(stp("border?vlan=100"));
    assertThat(held.path()).containsExactly("vis.ucl", "EDGE-UCL", "border of ucl");
    assertThat(CampusRoute.fromJson(held.plan()))
        .isEqualTo(
            new CampusRoute(
                "EDGE-UCL",
                "GigabitEthernet3/1",
                true,
                new CampusRoute.Port("TenGigabitEthernet1/1"),
                100));
    assertThat(
            held(admissionUnderTest.admit(from("vis", "border", 300, minutes(8, 9)))).destination())
        .isEqualTo(stp("border?vlan=101"));
  }

  /** Both ends derive the VC id from the agreed label. */
  @Test
  void eachLabelHasItsOwnVcId() {
    var campus = UCL.campus();
    var border =
        new Border(
            "border",
            new Border.Pseudowires("192.0.2.9", 5100),
            1000,
            campus.border().vlans(),
            campus.border().peer());
    var policy =
        new SitePolicy(
            new Campus(
                campus.name(),
                campus.title(),
                campus.network(),
                campus.edge(),
                border,
                campus.hosts(),
                campus.addresses()),
            UCL.policy());
    var wired =
        new AdmissionUnderTest(CampusCapacityAllocator.create(policy, LEDGER.jdbc()), LEDGER);
    held(wired.admit(from("vis", "border", 300, minutes(1, 9))));
    var second = held(wired.admit(from("vis", "border", 300, minutes(1, 9))));

    assertThat(second.destination()).isEqualTo(stp("border?vlan=101"));
    assertThat(second.path())
        .containsExactly("vis.ucl", "EDGE-UCL", "border of ucl, VC 5101 to 192.0.2.9");
    var tail = CampusRoute.fromJson(second.plan());
    assertThat(tail.uplink()).isEqualTo(new CampusRoute.Pseudowire("192.0.2.9", 5101));
    assertThat(CampusRoute.fromJson(tail.toJson())).isEqualTo(tail);
  }

  @Test
  void acceptsBothDirections() {
    var held =
        held(admissionUnderTest.admit(new Criteria(stp("border"), stp("vis"), 300, minutes(1, 9))));

    assertThat(held.source()).isEqualTo(stp("border?vlan=100"));
    assertThat(held.path()).containsExactly("border of ucl", "EDGE-UCL", "vis.ucl");
  }

  @Test
  void countsThePeakOnPortAndBorderAndLetsCircuitsTouch() {
    held(admissionUnderTest.admit(from("vis", "border", 600, minutes(1, 9))));
    held(admissionUnderTest.admit(from("haptic", "border", 300, minutes(5, 7))));
    var refusal = refusal(admissionUnderTest.admit(from("vis", "border", 200, minutes(6, 8))));

    assertThat(refusal.code()).isEqualTo(Refusal.Code.CAPACITY_BUSY);
    assertThat(refusal.resource()).isEqualTo("border");
    assertThat(refusal.reason())
        .isEqualTo(
            "border at University College London has only 100 Mbit/s free from %s to %s; 200"
                + " needed",
            minutes(6, 8).startTime(), minutes(6, 8).endTime());
    assertThat(refusal.nextFit()).isEqualTo(minutes(7, 9));
    held(admissionUnderTest.admit(from("vis", "border", 1000, minutes(9, 10))));
  }

  @Test
  void leavesNothingBookedOnARefusal() {
    held(admissionUnderTest.admit(from("vis", "border?vlan=100", 100, minutes(1, 9))));
    assertThat(
            refusal(admissionUnderTest.admit(from("vis", "border?vlan=100", 900, minutes(1, 9))))
                .code())
        .isEqualTo(Refusal.Code.LABEL_BUSY);

    held(admissionUnderTest.admit(from("vis", "border?vlan=101", 900, minutes(1, 9))));
  }

  @Test
  void keepsItsLabelOverAChangeAndCountsThePointwiseMaximum() {
    held(admissionUnderTest.admit(from("vis", "border", 100, minutes(0, 30))));
    var connection = SegmentContractSupport.newConnectionId();
    var before = from("vis", "border", 300, minutes(1, 9));
    var first = held(admissionUnderTest.admit(connection, 1, before, null));
    var after = from("vis", "border", 900, minutes(5, 15));
    var second =
        held(
            admissionUnderTest.admit(
                connection, 2, after, new CapacityAllocator.BindingVersion(1, before, first)));

    assertThat(second.destination()).isEqualTo(first.destination());
    assertThat(admissionUnderTest.admit(from("vis", "border", 600, minutes(1, 5))))
        .isInstanceOf(Held.class);
    assertThat(admissionUnderTest.admit(from("vis", "border", 1, minutes(5, 9))))
        .isInstanceOf(Refused.class);
    admissionUnderTest.release(connection, 2);
    assertThat(admissionUnderTest.admit(from("vis", "border", 600, minutes(9, 15))))
        .isInstanceOf(Held.class);
  }

  @Test
  void showsFreeCapacityAndStarts() {
    held(admissionUnderTest.admit(from("haptic", "border", 100, minutes(10, 20))));
    var free =
        admissionUnderTest
            .admission()
            .timetable(
                new FreeCapacityQuery(
                    AdmissionUnderTest.ADA,
                    stp("haptic"),
                    stp("border"),
                    minutes(0, 60),
                    100,
                    Duration.ofMinutes(30)));

    assertThat(free.steps().stream().map(step -> step.freeMbps())).containsExactly(1000, 0, 1000);
    assertThat(free.starts()).hasSize(1);
    assertThat(free.starts().getFirst().firstStart()).isEqualTo(minutes(20, 21).startTime());
    assertThatThrownBy(() ->
            admissionUnderTest
                .admission()
                .timetable(
                    new FreeCapacityQuery(
                        AdmissionUnderTest.ADA,
                        stp("vis"),
                        stp("haptic"),
                        minutes(0, 60),
                        null,
                        null)))
        .isInstanceOf(SegmentFaultException.class);
  }

  @Test
  void neverDoubleBooksUnderConcurrentRequests() throws Exception {
    var work = new ArrayList<Callable<Decision>>();
    for (var i = 0; i < 40; i++) {
      var requested = from(i % 2 == 0 ? "vis" : "haptic", "border", 240, minutes(1, 9));
      work.add(() -> admissionUnderTest.admit(requested));
    }
    var held = 0;
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (var done : threads.invokeAll(work)) {
        held += done.get() instanceof Held ? 1 : 0;
      }
    }
    assertThat(held).isEqualTo(4);
  }
}
