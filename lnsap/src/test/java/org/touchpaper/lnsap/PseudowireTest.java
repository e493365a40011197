package org.touchpaper.lnsap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementsession.transcript.TranscriptLine.Direction;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.kit.SegmentContractSupport;
import org.touchpaper.segment.kit.SegmentUnderTest;

/** A campus with an MPLS border: each circuit has its own pseudowire. */
class PseudowireTest implements SegmentContractSupport {

  private static final String FIRST_VC = "192.0.2.9 5100";

  @TempDir static Path folder;
  private static LnsapFixture lnsap;

  private final ConnectionId circuit = SegmentContractSupport.newConnectionId();
  private final ConnectionId other = SegmentContractSupport.newConnectionId();

  @BeforeAll
  static void start() {
    lnsap = new LnsapFixture(folder, "classpath:lnsap/wired.yaml");
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
  public SegmentUnderTest underTest() {
    return lnsap;
  }

  @Override
  public ConnectionId connectionId() {
    return circuit;
  }

  @Override
  public ConnectionId otherConnectionId() {
    return other;
  }

  private void provisioned(ConnectionId id, int mbps) {
    underTest()
        .segment()
        .reserve(reserve(id, 1, LnsapFixture.criteria("vis", mbps, hourFromNow())));
    commit(id, 1);
    provision(id);
  }

  private static boolean isConnected(String vlanInterface, String vc) {
    return lnsap.edge().listEntities().stream()
        .anyMatch(entity ->
            entity.name().equals(vlanInterface)
                && entity.get("xconnect").equals(vc + " encapsulation mpls"));
  }

  @Test
  void givesEachCircuitAPseudowireOfItsOwn() {
    provisioned(circuit, 300);
    eventually(circuit, known -> known.dataPlane() == DataPlaneState.ACTIVE);
    provisioned(other, 200);
    eventually(other, known -> known.dataPlane() == DataPlaneState.ACTIVE);

    assertThat(isConnected("Vlan100", FIRST_VC)).isTrue();
    assertThat(isConnected("Vlan101", "192.0.2.9 5101")).isTrue();
    terminate(circuit);
    eventually(circuit, ConnectionReport.Known::released);
    assertThat(isConnected("Vlan100", FIRST_VC)).isFalse();
    assertThat(isConnected("Vlan101", "192.0.2.9 5101")).isTrue();
  }

  @Test
  void isImpairedWhileItsPseudowireIsDown() {
    provisioned(circuit, 300);
    eventually(circuit, known -> known.dataPlane() == DataPlaneState.ACTIVE);
    lnsap.edge().loseSignal(FIRST_VC);
    var expected = "impaired: pseudowire 5100 to 192.0.2.9 is DOWN on EDGE-UCL";
    advanceUntil(() -> expected.equals(known(circuit).problem()));
    assertThat(known(circuit).dataPlane()).isEqualTo(DataPlaneState.ACTIVE);
    lnsap.edge().restoreSignal(FIRST_VC);
    advanceUntil(() -> known(circuit).problem() == null);
  }

  /** A pseudowire that is not listed has no alarm, but is read as not working. */
  @Test
  void isImpairedWhileItsPseudowireIsNotListed() {
    provisioned(circuit, 300);
    eventually(circuit, known -> known.dataPlane() == DataPlaneState.ACTIVE);
    var list = "show mpls l2transport vc";
    for (var time = 0; time < 12; time++) { // the readings of a few sweeps
      lnsap.edge().faults().injectOnce(list, new InjectedFault.Garbage(list + "\r\nEDGE-UCL#"));
    }
    var expected = "impaired: XCONNECT Vlan100 " + FIRST_VC + " on EDGE-UCL does not work";
    advanceUntil(() -> expected.equals(known(circuit).problem()));
    assertThat(known(circuit).dataPlane()).isEqualTo(DataPlaneState.ACTIVE);
    while (!lnsap.edge().faults().isExhausted()) {
      var before = countCommands(list);
      advanceUntil(() -> countCommands(list) > before);
    }
    advanceUntil(() -> known(circuit).problem() == null);
  }

  @Test
  void isNotUpBeforeTheFarEndIsConfigured() {
    var before = xconnects();
    lnsap.edge().loseSignal(FIRST_VC);
    provisioned(circuit, 300);
    advanceUntil(() ->
        String.valueOf(known(circuit).problem())
            .contains("pseudowire 5100 to 192.0.2.9 is configured but not up"));
    assertThat(known(circuit).dataPlane()).isNotEqualTo(DataPlaneState.ACTIVE);
    assertThat(isConnected("Vlan100", FIRST_VC)).isTrue();
    lnsap.edge().restoreSignal(FIRST_VC);
    advanceUntil(() -> known(circuit).dataPlane() == DataPlaneState.ACTIVE);
    assertThat(xconnects()).isEqualTo(before + 1);
  }

  private static long xconnects() {
    return countCommands("xconnect");
  }

  private static long countCommands(String command) {
    return lnsap.edge().transcript().stream()
        .filter(line -> line.direction() == Direction.RECEIVED)
        .filter(line -> line.text().startsWith(command))
        .count();
  }
}
