package org.touchpaper.nsap.circuit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.AdmissionUnderTest.ADA;
import static org.touchpaper.segment.kit.AdmissionUnderTest.NOON;
import static org.touchpaper.segment.kit.AdmissionUnderTest.held;
import static org.touchpaper.segment.kit.AdmissionUnderTest.minutes;
import static org.touchpaper.segment.kit.AdmissionUnderTest.refusal;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.capacity.CapacityAllocator.AdmissionRequest;
import org.touchpaper.segment.capacity.CapacityAllocator.Decision;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.VlanRange;
import org.touchpaper.segment.kit.AdmissionUnderTest;
import org.touchpaper.segment.kit.LedgerTestDatabase;
import org.touchpaper.segment.kit.SegmentContractSupport;

/** The admission of a dry run decides as the real one, and its database refuses to be written. */
class WideAreaDryRunTest {

  private static final Stp UCL = Stp.parse("urn:ogf:network:wan.ukl:2026:UCL?vlan=100-199");
  private static final Stp MAN = Stp.parse("urn:ogf:network:wan.ukl:2026:MAN?vlan=100-199");
  private static final LedgerTestDatabase LEDGER = LedgerTestDatabase.create();

  @SuppressWarnings("NullAway.Init") // set before each test
  private AdmissionUnderTest real;

  @BeforeEach
  void empty() {
    LEDGER.empty();
    real =
        WideAreaCapacityAllocatorFixture.create(
            TopologyFile.read(new ClassPathResource("samples/uklight/wide-area.yaml")), LEDGER);
  }

  private static Criteria criteria(int mbps, Schedule when) {
    return new Criteria(UCL, MAN, mbps, when);
  }

  private static Decision admit(CapacityAllocator dryRun, Criteria criteria) {
    return LEDGER.inReadOnlyTransaction(() ->
        dryRun.admit(
            new AdmissionRequest(
                ADA, SegmentContractSupport.newConnectionId(), 1, criteria, NOON, null)));
  }

  private static Map<String, Integer> countRows() {
    return Map.of(
        "claim", count("ledger_claim"),
        "entry", count("ledger_entry"),
        "exclusive", count("ledger_exclusive"));
  }

  private static int count(String table) {
    return LEDGER.jdbc().queryForList("select 1 from " + table).size();
  }

  @Test
  void promisesWhatIsThenHeld() {
    var wanted = criteria(300, minutes(1, 9));
    var promised = held(admit(real.admission().forDryRun(), wanted));
    assertThat(countRows().values()).containsOnly(0);
    assertThat(held(real.admit(wanted))).isEqualTo(promised);
    assertThat(real.admission().linksOf(promised, wanted))
        .containsExactly(
            new SegmentDryRunRequest.LinkUse("UCL-LONDON", 300, 7, "STS-1"),
            new SegmentDryRunRequest.LinkUse("LONDON-READING", 300, 7, "STS-1"),
            new SegmentDryRunRequest.LinkUse("READING-WARRINGTON", 300, 7, "STS-1"),
            new SegmentDryRunRequest.LinkUse("MANCHESTER-WARRINGTON", 300, 7, "STS-1"));
  }

  @Test
  void refusesAsTheRealOneDoes() {
    held(real.admit(criteria(800, minutes(1, 9))));
    var rows = countRows();
    var wanted = criteria(300, minutes(5, 15));
    assertThat(refusal(admit(real.admission().forDryRun(), wanted)))
        .isEqualTo(refusal(real.admit(wanted)));
    assertThat(countRows()).isEqualTo(rows);
  }

  /** What a dry run admits counts for that dry run alone. */
  @Test
  void countsWhatItAdmitsOnlyForItself() {
    var half = criteria(480, minutes(1, 9));
    var first = real.admission().forDryRun();
    held(admit(first, half));
    assertThat(held(admit(first, half)).source().vlans()).hasToString("101");
    refusal(admit(first, half));
    held(admit(real.admission().forDryRun(), half));
    held(real.admit(half));
    held(real.admit(half));
    refusal(real.admit(half));
  }

  /** The labels at the ends are all taken on each path, and each path is given up again. */
  @Test
  void givesUpAPathThatFailsAfterItsCapacityWasClaimed() {
    var oneLabel = new Criteria(UCL.withVlans(label(100)), MAN, 48, minutes(1, 9));
    held(real.admit(oneLabel));
    var dryRun = real.admission().forDryRun();
    var busy = refusal(admit(dryRun, oneLabel));
    assertThat(busy).isEqualTo(refusal(real.admit(oneLabel)));
    for (var i = 0; i < 19; i++) {
      held(admit(dryRun, criteria(48, minutes(1, 9))));
    }
    assertThat(busy.code().isPermanent()).isFalse();
  }

  private static VlanRange label(int vlan) {
    return VlanRange.single(vlan);
  }
}
