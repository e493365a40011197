package org.touchpaper.nsap.circuit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.segment.kit.AdmissionUnderTest.held;
import static org.touchpaper.segment.kit.AdmissionUnderTest.minutes;
import static org.touchpaper.segment.kit.AdmissionUnderTest.refusal;

import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.nsap.registry.NodeElementPlugins;
import org.touchpaper.nsap.topology.Link;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.capacity.CapacityAllocator.Decision;
import org.touchpaper.segment.capacity.CapacityAllocator.Held;
import org.touchpaper.segment.capacity.CapacityAllocator.Refused;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.kit.AdmissionUnderTest;
import org.touchpaper.segment.kit.LedgerTestDatabase;
import org.touchpaper.segment.kit.SegmentContractSupport;

class WideAreaCapacityAllocatorTest {

  private static final Topology UKLIGHT =
      TopologyFile.read(new ClassPathResource("samples/uklight/wide-area.yaml"));
  private static final NodeElementPlugins TYPES = NodeElementPlugins.of(UKLIGHT);
  private static final String UCL = "urn:ogf:network:wan.ukl:2026:UCL?vlan=100-199";
  private static final String MAN = "urn:ogf:network:wan.ukl:2026:MAN?vlan=100-199";
  private static final String EDI = "urn:ogf:network:wan.ukl:2026:EDI?vlan=100-199";
  private static final String LAN = "urn:ogf:network:wan.ukl:2026:LAN?vlan=100-199";

  private static final LedgerTestDatabase LEDGER = LedgerTestDatabase.create();

  @SuppressWarnings("NullAway.Init") // set before each test
  private AdmissionUnderTest admissionUnderTest;

  @BeforeEach
  void empty() {
    LEDGER.empty();
    admissionUnderTest = WideAreaCapacityAllocatorFixture.create(UKLIGHT, LEDGER);
  }

  private static Criteria criteria(String from, String to, int mbps, Schedule when) {
    return new Criteria(Stp.parse(from), Stp.parse(to), mbps, when);
  }

  @Test
  void slotsLimitALinkThatHasMoreCapacity() {
    var wide = TopologyFile.read(new ClassPathResource("nsap/wide-ends.yaml"));
    var ends = WideAreaCapacityAllocatorFixture.create(wide, LEDGER);
    assertThat(refusal(ends.admit(criteria(UCL, MAN, 9_217, minutes(0, 60)))))
        .returns(Refusal.Code.ABOVE_CAPACITY, Refusal::code)
        .returns(
            "no path between UCL and MAN carries 9217 Mbit/s; the widest carries 9216",
            Refusal::reason);
    held(ends.admit(criteria(UCL, MAN, 9_216, minutes(0, 60))));
    assertThat(refusal(ends.admit(criteria(UCL, MAN, 1, minutes(0, 60)))))
        .returns(Refusal.Code.CAPACITY_BUSY, Refusal::code)
        .extracting(Refusal::reason)
        .asString()
        .startsWith("UCL-MAN has only 0 STS-1 slots free from ")
        .endsWith("; 1 needed");
  }

  /** The fibre could carry it, but no element can terminate it. */
  @Test
  void refusesACircuitAboveTheElementsLimitAndProposesSeveral() {
    var wide = TopologyFile.read(new ClassPathResource("nsap/wide-link.yaml"));
    var ends = WideAreaCapacityAllocatorFixture.create(wide, LEDGER);
    assertThat(refusal(ends.admit(criteria(UCL, MAN, 9_217, minutes(0, 60)))))
        .returns(Refusal.Code.ABOVE_CAPACITY, Refusal::code)
        .returns(
            "one circuit has at most 4 groups of 48 STS-1, which carry 9216 Mbit/s; 9217 requested:"
                + " book several circuits",
            Refusal::reason);
    held(ends.admit(criteria(UCL, MAN, 9_216, minutes(0, 60))));
    held(ends.admit(criteria(UCL, MAN, 9_216, minutes(0, 60))));
  }

  /** An extended circuit must not move to the other fibre, although that is shorter. */
  @Test
  void aModifiedCircuitKeepsItsLinkAmongParallelLinks() {
    var parallel = TopologyFile.read(new ClassPathResource("nsap/parallel-links.yaml"));
    var links = WideAreaCapacityAllocatorFixture.create(parallel, LEDGER);
    var neighbour = SegmentContractSupport.newConnectionId();
    held(links.admit(neighbour, 1, criteria(UCL, MAN, 9_216, minutes(0, 60)), null));
    var connection = SegmentContractSupport.newConnectionId();
    var before = criteria(UCL, MAN, 300, minutes(0, 60));
    var first = held(links.admit(connection, 1, before, null));
    assertThat(first.plan()).contains("1-A-2-1").doesNotContain("1-A-1-1");
    links.release(neighbour, 1);
    var longer = criteria(UCL, MAN, 300, minutes(0, 90));
    var second =
        held(
            links.admit(
                connection, 2, longer, new CapacityAllocator.BindingVersion(1, before, first)));
    assertThat(second.plan()).isEqualTo(first.plan());
  }

  @Test
  void takesTheShortestPathWithSevenSlotsAndOneLabelAtEachEnd() {
    var held = held(admissionUnderTest.admit(criteria(UCL, MAN, 300, minutes(1, 9))));

    assertThat(held.path())
        .containsExactly(
            "METRO-UCL",
            "UCL-LONDON",
            "LONDON",
            "LONDON-READING",
            "READING",
            "READING-WARRINGTON",
            "WARRINGTON",
            "MANCHESTER-WARRINGTON",
            "METRO-MAN");
    assertThat(held.source()).hasToString("urn:ogf:network:wan.ukl:2026:UCL?vlan=100");
    assertThat(held.destination()).hasToString("urn:ogf:network:wan.ukl:2026:MAN?vlan=100");
    var route = Route.fromJson(held.plan());
    assertThat(route.hops()).hasSize(5);
    assertThat(route.hops().getFirst().in().onEthernet()).isTrue();
    assertThat(route.hops().getFirst().out().slots()).containsExactly(1, 2, 3, 4, 5, 6, 7);
    assertThat(route.hops().get(1))
        .isEqualTo(
            new Route.Hop(
                "LONDON",
                Route.End.line("1-A-3-1", List.of(1, 2, 3, 4, 5, 6, 7)),
                Route.End.line("1-A-1-1", List.of(1, 2, 3, 4, 5, 6, 7))));
  }

  @Test
  void givesConcurrentCircuitsTheirOwnSlotsAndLabels() {
    held(admissionUnderTest.admit(criteria(UCL, MAN, 300, minutes(1, 9))));
    var second = held(admissionUnderTest.admit(criteria(UCL, MAN, 300, minutes(8, 12))));

    assertThat(second.source().vlans()).hasToString("101");
    assertThat(Route.fromJson(second.plan()).hops().getFirst().out().slots())
        .containsExactly(8, 9, 10, 11, 12, 13, 14);
  }

  @Test
  void reusesCapacitySlotsAndLabelsForAdjacentTimes() {
    held(admissionUnderTest.admit(criteria(UCL, MAN, 1000, minutes(1, 9))));
    var next = held(admissionUnderTest.admit(criteria(UCL, MAN, 1000, minutes(9, 12))));

    assertThat(next.source().vlans()).hasToString("100");
  }

  @Test
  void aRefusalNamesTheBusyResourceAndTheNextFit() {
    held(admissionUnderTest.admit(criteria(UCL, MAN, 800, minutes(1, 9))));
    var refusal = refusal(admissionUnderTest.admit(criteria(UCL, MAN, 300, minutes(5, 15))));

    assertThat(refusal.code()).isEqualTo(Refusal.Code.CAPACITY_BUSY);
    assertThat(refusal.resource()).isEqualTo("UCL");
    assertThat(refusal.reason())
        .isEqualTo(
            "UCL has only 200 Mbit/s free from %s to %s; 300 needed",
            minutes(5, 15).startTime(), minutes(5, 15).endTime());
    assertThat(refusal.nextFit()).isEqualTo(minutes(9, 19));
    assertThat(admissionUnderTest.admit(criteria(UCL, MAN, 200, minutes(5, 15))))
        .isInstanceOf(Refused.class);
    assertThat(admissionUnderTest.admit(criteria(UCL, MAN, 192, minutes(5, 15))))
        .isInstanceOf(Held.class);
  }

  @Test
  void goesAroundAFullLink() {
    LEDGER
        .jdbc()
        .execute(
            """
            insert into ledger_entry (resource, version, starts_at, ends_at, amount)
            values ('LONDON-READING', 1, '2026-12-01T12:00:00Z', '2026-12-01T13:00:00Z', 9900)\
            """);
    LEDGER.jdbc().execute("update ledger_resource set version = 1 where id = 'LONDON-READING'");

    assertThat(held(admissionUnderTest.admit(criteria(UCL, MAN, 300, minutes(1, 9)))).path())
        .contains("LEEDS");
    assertThat(held(admissionUnderTest.admit(criteria(UCL, MAN, 100, minutes(1, 9)))).path())
        .contains("READING");
    assertThat(held(admissionUnderTest.admit(criteria(UCL, MAN, 300, minutes(60, 70)))).path())
        .contains("READING");
  }

  @Test
  void leavesNothingBookedOnARejectedPath() {
    held(admissionUnderTest.admit(criteria(EDI, LAN, 1000, minutes(1, 9))));
    refusal(admissionUnderTest.admit(criteria(UCL, LAN, 1000, minutes(1, 9))));

    assertThat(held(admissionUnderTest.admit(criteria(UCL, MAN, 1000, minutes(1, 9)))).path())
        .contains("READING");
  }

  @Test
  void takesTheRequestedLabel() {
    held(admissionUnderTest.admit(criteria(UCL, MAN, 10, minutes(1, 9))));
    var at107 = UCL.replace("100-199", "107");

    assertThat(
            held(admissionUnderTest.admit(criteria(at107, MAN, 10, minutes(1, 9))))
                .source()
                .vlans())
        .hasToString("107");
    var refusal = refusal(admissionUnderTest.admit(criteria(at107, MAN, 10, minutes(1, 9))));
    assertThat(refusal.code()).isEqualTo(Refusal.Code.LABEL_BUSY);
    assertThat(refusal.field()).isEqualTo("source");
  }

  @Test
  void refusesInvalidRequests() {
    var soon = minutes(1, 9);
    assertThat(
            refusal(admissionUnderTest.admit(criteria(UCL.replace("UCL", "OXF"), MAN, 1, soon)))
                .code())
        .isEqualTo(Refusal.Code.UNKNOWN_STP);
    assertThat(
            refusal(admissionUnderTest.admit(criteria(UCL, MAN.replace("wan", "man"), 1, soon)))
                .field())
        .isEqualTo("destination");
    assertThat(refusal(admissionUnderTest.admit(criteria(UCL, UCL, 1, soon))).code())
        .isEqualTo(Refusal.Code.NO_PATH);
    assertThat(
            refusal(admissionUnderTest.admit(criteria(UCL, MAN.replace("100-199", "7"), 1, soon)))
                .code())
        .isEqualTo(Refusal.Code.LABEL_NOT_ALLOWED);
    assertThat(refusal(admissionUnderTest.admit(criteria(UCL, MAN, 1001, soon))).reason())
        .isEqualTo("UCL has 1000 Mbit/s; 1001 requested");
    assertThat(refusal(admissionUnderTest.admit(criteria(UCL, MAN, 1, minutes(-9, 0)))).code())
        .isEqualTo(Refusal.Code.BAD_SCHEDULE);
    assertThat(refusal(admissionUnderTest.admit(criteria(UCL, MAN, 1, minutes(1, 999_999)))).code())
        .isEqualTo(Refusal.Code.BEYOND_HORIZON);
  }

  @Test
  void countsAModificationAsThePointwiseMaximumAndKeepsPathSlotsAndLabels() {
    held(admissionUnderTest.admit(criteria(UCL, MAN, 10, minutes(0, 30))));
    var connection = SegmentContractSupport.newConnectionId();
    var before = criteria(UCL, MAN, 300, minutes(1, 9));
    var first = held(admissionUnderTest.admit(connection, 1, before, null));
    var after = criteria(UCL, MAN, 600, minutes(5, 15));
    var second =
        held(
            admissionUnderTest.admit(
                connection, 2, after, new CapacityAllocator.BindingVersion(1, before, first)));

    assertThat(second.path()).isEqualTo(first.path());
    assertThat(second.source()).isEqualTo(first.source());
    assertThat(Route.fromJson(second.plan()).hops().getFirst().out().slots())
        .containsAll(Route.fromJson(first.plan()).hops().getFirst().out().slots())
        .hasSize(13);
    assertThat(admissionUnderTest.admit(criteria(UCL, MAN, 340, minutes(5, 9))))
        .isInstanceOf(Refused.class);
    assertThat(admissionUnderTest.admit(criteria(UCL, MAN, 600, minutes(1, 5))))
        .isInstanceOf(Held.class);

    admissionUnderTest.release(connection, 2);
    assertThat(admissionUnderTest.admit(criteria(UCL, MAN, 600, minutes(9, 15))))
        .isInstanceOf(Held.class);
    admissionUnderTest.release(connection, 1);
    admissionUnderTest.release(connection, 1);
  }

  @Test
  void showsFreeCapacityAndPossibleStarts() {
    held(admissionUnderTest.admit(criteria(UCL, MAN, 800, minutes(10, 20))));
    var query =
        new FreeCapacityQuery(
            AdmissionUnderTest.ADA,
            Stp.parse(UCL),
            Stp.parse(MAN),
            minutes(0, 60),
            300,
            Duration.ofMinutes(10));
    var free = admissionUnderTest.admission().timetable(query);

    assertThat(free.steps()).hasSize(3);
    assertThat(free.steps().get(0).freeMbps()).isEqualTo(1000);
    assertThat(free.steps().get(1).freeMbps()).isEqualTo(192);
    assertThat(free.starts()).hasSize(2);
    assertThat(free.starts().get(0).lastStart()).isEqualTo(AdmissionUnderTest.NOON);
    assertThat(free.starts().get(1).firstStart()).isEqualTo(minutes(20, 21).startTime());
    assertThatThrownBy(() ->
            admissionUnderTest
                .admission()
                .timetable(
                    new FreeCapacityQuery(
                        AdmissionUnderTest.ADA,
                        Stp.parse(UCL.replace("UCL", "OXF")),
                        Stp.parse(MAN),
                        minutes(0, 60),
                        null,
                        null)))
        .isInstanceOf(SegmentFaultException.class)
        .hasMessageContaining("OXF");
  }

  /**
   * 300 Mbit/s take 7 of 192 slots; what is left of them is less than what is left of the Mbit/s.
   */
  @Test
  void reportsTheFreeCapacityOfOneLink() {
    held(admissionUnderTest.admit(criteria(UCL, MAN, 300, minutes(10, 20))));
    var link = Stp.parse("urn:ogf:network:wan.ukl:2026:LONDON-READING");
    var query =
        new FreeCapacityQuery(
            AdmissionUnderTest.ADA, link, link, minutes(0, 60), 8_900, Duration.ofMinutes(10));
    for (var time = 1; time <= 2; time++) {
      var free = admissionUnderTest.admission().timetable(query);

      assertThat(free.steps())
          .extracting(FreeCapacityResult.Step::freeMbps)
          .containsExactly(9_216, 8_880, 9_216);
      assertThat(free.starts())
          .extracting(FreeCapacityResult.StartRange::firstStart)
          .containsExactly(minutes(0, 1).startTime(), minutes(20, 21).startTime());
    }
    assertThat(TYPES.signalOn(UKLIGHT.link("LONDON-READING")))
        .map(signal -> signal.granularityMbps(UKLIGHT.link("LONDON-READING")))
        .contains(Link.STS1_MBPS);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {20261201})
  void neverDoubleBooksUnderConcurrentRequests(long seed) throws Exception {
    var processes =
        List.of(
            WideAreaCapacityAllocatorFixture.create(UKLIGHT, LEDGER),
            WideAreaCapacityAllocatorFixture.create(UKLIGHT, LEDGER));
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    var attachments = List.of(UCL, MAN, LAN, EDI);
    var work = new ArrayList<Callable<Decision>>();
    for (var i = 0; i < 120; i++) {
      var from = random.nextInt(4);
      var to = (from + random.nextInt(1, 4)) % 4;
      var start = random.nextInt(10);
      var requested =
          criteria(
              attachments.get(from),
              attachments.get(to),
              random.nextInt(50, 500),
              minutes(start, start + random.nextInt(1, 8)));
      var process = processes.get(i % 2);
      work.add(() -> process.admit(requested));
    }
    var held = 0;
    try (var threads = Executors.newFixedThreadPool(6)) {
      for (var done : threads.invokeAll(work)) {
        held += done.get() instanceof Held ? 1 : 0;
      }
    }

    assertThat(held).as("seed %d", seed).isPositive();
    for (var capacity : CapacityResourceNames.capacities(UKLIGHT).entrySet()) {
      for (var minute = 0; minute < 20; minute++) {
        var load =
            LEDGER
                .jdbc()
                .queryForObject(
                    """
                    select coalesce(sum(amount), 0) from ledger_claim
                    where resource = ? and starts_at <= ? and ends_at > ?\
                    """,
                    Long.class,
                    capacity.getKey(),
                    Timestamp.from(minutes(minute, minute + 1L).startTime()),
                    Timestamp.from(minutes(minute, minute + 1L).startTime()));
        assertThat(load)
            .as("seed %d, %s in minute %d", seed, capacity.getKey(), minute)
            .isLessThanOrEqualTo(capacity.getValue());
      }
    }
  }
}
