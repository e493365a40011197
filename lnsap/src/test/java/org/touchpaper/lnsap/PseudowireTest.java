package org.touchpaper.lnsap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.kit.SegmentTalk;
import org.touchpaper.segment.kit.SegmentUnderTest;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.session.TranscriptLine.Direction;

/** A campus that ends in an MPLS network: each circuit leaves by a pseudowire of its own. */
class PseudowireTest implements SegmentTalk {

  private static final String FIRST_VC = "192.0.2.9 5100";

  @TempDir static Path folder;
  private static LnsapUnderTest lnsap;

  private final ConnectionId one = SegmentTalk.connection();
  private final ConnectionId other = SegmentTalk.connection();

  @BeforeAll
  static void start() {
    lnsap = new LnsapUnderTest(folder, "wired");
  }

  @AfterAll
  static void stop() {
    lnsap.stop();
  }

  @BeforeEach
  void empty() {
    lnsap.fresh();
  }

  @Override
  public SegmentUnderTest it() {
    return lnsap;
  }

  @Override
  public ConnectionId one() {
    return one;
  }

  @Override
  public ConnectionId other() {
    return other;
  }

  private void provisioned(ConnectionId id, int mbps) {
    it().segment().reserve(reserve(id, 1, LnsapUnderTest.criteria("vis", mbps, hourFromNow())));
    commit(id, 1);
    provision(id);
  }

  private static boolean isConnected(String vlanInterface, String vc) {
    return lnsap.edge().holds().stream()
        .anyMatch(each ->
            each.name().equals(vlanInterface)
                && each.get("xconnect").equals(vc + " encapsulation mpls"));
  }

  @Test
  void givesEachCircuitAPseudowireOfItsOwn() {
    provisioned(one, 300);
    eventually(one, known -> known.dataPlane() == DataPlane.ACTIVE);
    provisioned(other, 200);
    eventually(other, known -> known.dataPlane() == DataPlane.ACTIVE);

    assertThat(isConnected("Vlan100", FIRST_VC)).isTrue();
    assertThat(isConnected("Vlan101", "192.0.2.9 5101")).isTrue();
    terminate(one);
    eventually(one, Report.Known::released);
    assertThat(isConnected("Vlan100", FIRST_VC)).isFalse();
    assertThat(isConnected("Vlan101", "192.0.2.9 5101")).isTrue();
  }

  @Test
  void isImpairedWhileItsPseudowireIsDown() {
    provisioned(one, 300);
    eventually(one, known -> known.dataPlane() == DataPlane.ACTIVE);
    lnsap.edge().loseSignal(FIRST_VC);
    var words = "impaired: pseudowire 5100 to 192.0.2.9 is DOWN on EDGE-UCL";
    turnUntil(() -> words.equals(known(one).problem()));
    assertThat(known(one).dataPlane()).isEqualTo(DataPlane.ACTIVE);
    lnsap.edge().restoreSignal(FIRST_VC);
    turnUntil(() -> known(one).problem() == null);
  }

  /** No alarm can name what is not listed; it reads as not working all the same. */
  @Test
  void isImpairedWhileItsPseudowireIsNotListed() {
    provisioned(one, 300);
    eventually(one, known -> known.dataPlane() == DataPlane.ACTIVE);
    var list = "show mpls l2transport vc";
    for (var time = 0; time < 12; time++) { // a few sweeps' worth of readings
      lnsap.edge().faults().next(list, new Fault.Garbage(list + "\r\nEDGE-UCL#"));
    }
    var words = "impaired: XCONNECT Vlan100 " + FIRST_VC + " on EDGE-UCL does not work";
    turnUntil(() -> words.equals(known(one).problem()));
    assertThat(known(one).dataPlane()).isEqualTo(DataPlane.ACTIVE);
    while (!lnsap.edge().faults().areSpent()) {
      var before = heard(list);
      turnUntil(() -> heard(list) > before);
    }
    turnUntil(() -> known(one).problem() == null);
  }

  @Test
  void isNotUpBeforeTheOtherEndIsThere() {
    var before = xconnects();
    lnsap.edge().loseSignal(FIRST_VC);
    provisioned(one, 300);
    turnUntil(() ->
        String.valueOf(known(one).problem())
            .contains("pseudowire 5100 to 192.0.2.9 is configured here and not up"));
    assertThat(known(one).dataPlane()).isNotEqualTo(DataPlane.ACTIVE);
    assertThat(isConnected("Vlan100", FIRST_VC)).isTrue();
    lnsap.edge().restoreSignal(FIRST_VC);
    turnUntil(() -> known(one).dataPlane() == DataPlane.ACTIVE);
    assertThat(xconnects()).isEqualTo(before + 1);
  }

  private static long xconnects() {
    return heard("xconnect");
  }

  private static long heard(String command) {
    return lnsap.edge().transcript().stream()
        .filter(line -> line.direction() == Direction.RECEIVED)
        .filter(line -> line.text().startsWith(command))
        .count();
  }
}
