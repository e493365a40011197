package org.touchpaper.lnsap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.kit.NetworkSegmentContract;
import org.touchpaper.segment.kit.SegmentTalk;
import org.touchpaper.segment.kit.SegmentUnderTest;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.session.CliSession;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.TranscriptSink;

/** The service keeps the segment contract, and its circuits are really on the edge. */
class LnsapContractTest extends NetworkSegmentContract {

  @TempDir static Path folder;
  private static LnsapUnderTest lnsap;

  @BeforeAll
  static void start() {
    lnsap = new LnsapUnderTest(folder);
  }

  @AfterAll
  static void stop() {
    lnsap.stop();
  }

  @Override
  protected SegmentUnderTest open() {
    return lnsap.fresh();
  }

  private static String name(ConnectionId connection) {
    return CircuitName.of(connection.value(), 1);
  }

  private Reserve asked(ConnectionId connection, String host, int mbps) {
    return reserve(connection, 1, LnsapUnderTest.criteria(host, mbps, hourFromNow()));
  }

  private ConnectionId provisioned(String host, int mbps) {
    var connection = SegmentTalk.connection();
    it().segment().reserve(asked(connection, host, mbps));
    commit(connection, 1);
    provision(connection);
    return connection;
  }

  private static boolean holds(String kind, String attribute, String value) {
    return lnsap.edge().holds().stream()
        .anyMatch(each -> each.kind().equals(kind) && each.get(attribute).equals(value));
  }

  private static void awaitClear(ConnectionId connection) {
    await()
        .atMost(PATIENCE)
        .until(() ->
            !holds("VLAN", "NAME", name(connection))
                && !lnsap.names("POLICY-MAP").contains(name(connection)));
  }

  @Test
  void configuresVlanPolicerAndPortsAndClearsThemAtTheEnd() {
    var first = provisioned("vis", 300);
    var second = provisioned("vis", 200);
    eventually(first, known -> known.dataPlane() == DataPlane.ACTIVE);
    eventually(second, known -> known.dataPlane() == DataPlane.ACTIVE);

    assertThat(holds("VLAN", "NAME", name(first))).isTrue();
    assertThat(holds("VLAN", "NAME", name(second))).isTrue();
    assertThat(lnsap.names("POLICY-MAP")).contains(name(first), name(second));
    assertThat(lnsap.edge().holds())
        .filteredOn(each -> each.name().equals(name(first)))
        .allMatch(each -> each.get("class class-default").startsWith("police 300000000 "));
    assertThat(lnsap.edge().holds())
        .filteredOn(each -> each.name().equals("TenGigabitEthernet1/1"))
        .allMatch(each -> !each.get("switchport trunk allowed vlan").equals("none"));

    it().advance(Duration.ofHours(1));
    eventually(first, Report.Known::released);
    eventually(second, Report.Known::released);
    awaitClear(first);
    awaitClear(second);
  }

  @Test
  void givesAnUntaggedHostOneCircuitAtATime() {
    var first = provisioned("haptic", 100);
    eventually(first, known -> known.dataPlane() == DataPlane.ACTIVE);
    var refusal = refused(asked(SegmentTalk.connection(), "haptic", 100));

    assertThat(refusal.code()).isEqualTo(Refusal.Code.PORT_BUSY);
    assertThat(refusal.reason())
        .isEqualTo("haptic.ucl takes one circuit at a time and has one then");
    assertThat(refusal.nextFit()).isNotNull();
    assertThat(lnsap.edge().holds())
        .filteredOn(each -> each.name().equals("GigabitEthernet3/2"))
        .singleElement()
        .matches(each -> !each.get("switchport access vlan").isEmpty());
    terminate(first);
    awaitClear(first);
  }

  @Test
  void refusesAHostThatMayNotTerminateLightpaths() {
    var refusal = refused(asked(SegmentTalk.connection(), "office", 1));

    assertThat(refusal.code()).isEqualTo(Refusal.Code.NOT_ALLOWED);
    assertThat(refusal.resource()).isEqualTo("office.ucl");
    assertThat(refusal.reason()).contains("may not terminate lightpaths");
  }

  @Test
  void createsAnewAtOnceWhatTheEdgeLostInARestart() throws IOException {
    var circuit = provisioned("vis", 10);
    eventually(circuit, known -> known.dataPlane() == DataPlane.ACTIVE);
    var before = lnsap.edge().holds();
    it().advance(Duration.ofMinutes(1));
    lnsap.edge().restartEmpty();
    assertThat(lnsap.edge().holds()).isEmpty();

    await().atMost(PATIENCE).until(() -> lnsap.edge().holds().equals(before));
    eventually(circuit, known -> known.dataPlane() == DataPlane.ACTIVE);
    terminate(circuit);
    awaitClear(circuit);
  }

  @Test
  void neverCreatesAnewWhatSomebodyRemovedWhileTheEdgeRan() {
    var circuit = provisioned("vis", 10);
    eventually(circuit, known -> known.dataPlane() == DataPlane.ACTIVE);
    try (var operator = session()) {
      operator.configure(List.of("interface Vlan100", "no service-policy input"));
    }
    turnUntil(() -> known(circuit).lifecycle() == LifecycleState.FAILED);
    assertThat(known(circuit).problem()).contains("was removed while the element ran");
    awaitClear(circuit);
  }

  /** A command line tells of nothing unasked: whoever reads the edge asks for its links too. */
  @Test
  void aPortWithoutALinkImpairsItsCircuitsUntilItHasOne() {
    var circuit = provisioned("vis", 10);
    eventually(circuit, known -> known.dataPlane() == DataPlane.ACTIVE);
    lnsap.edge().loseSignal("GigabitEthernet3/10");
    lnsap.edge().loseSignal("GigabitEthernet3/1");
    var words = "impaired: link down (notconnect) on GigabitEthernet3/1 of EDGE-UCL";
    turnUntil(() -> words.equals(known(circuit).problem()));
    assertThat(known(circuit).dataPlane()).isEqualTo(DataPlane.ACTIVE);
    await()
        .atMost(PATIENCE)
        .until(() ->
            it().holder().heard().stream()
                .anyMatch(heard ->
                    heard instanceof Notification.Alarm alarm
                        && alarm.connection().equals(circuit)
                        && alarm.detail().equals(words)));
    lnsap.edge().restoreSignal("GigabitEthernet3/1");
    turnUntil(() -> known(circuit).problem() == null);
    lnsap.edge().restoreSignal("GigabitEthernet3/10");
    terminate(circuit);
    awaitClear(circuit);
  }

  /** All else of the edge is read and configured meanwhile. */
  @Test
  void aPulledCardImpairsItsCircuitsUntilItIsBack() {
    var circuit = provisioned("vis", 10);
    eventually(circuit, known -> known.dataPlane() == DataPlane.ACTIVE);
    lnsap.edge().pullCard(3);
    turnUntil(() -> String.valueOf(known(circuit).problem()).startsWith("impaired: no port Gigab"));
    assertThat(known(circuit).dataPlane()).isEqualTo(DataPlane.ACTIVE);
    terminate(circuit);
    turnUntil(() -> String.valueOf(known(circuit).problem()).contains("cannot be told"));
    assertThat(known(circuit).released()).isFalse();
    lnsap.edge().insertCard(3);
    turnUntil(() -> known(circuit).released());
    awaitClear(circuit);
  }

  @Test
  void aLinkThatWasDownBeforeImpairsACircuitFromTheStart() {
    lnsap.edge().loseSignal("TenGigabitEthernet1/1");
    var circuit = provisioned("vis", 10);
    eventually(
        circuit,
        known ->
            "impaired: link down (notconnect) on TenGigabitEthernet1/1 of EDGE-UCL"
                .equals(known.problem()));
    assertThat(known(circuit).dataPlane()).isEqualTo(DataPlane.ACTIVE);
    lnsap.edge().restoreSignal("TenGigabitEthernet1/1");
    turnUntil(() -> known(circuit).problem() == null);
    terminate(circuit);
    awaitClear(circuit);
  }

  private static CliSession session() {
    return CliSession.open(
        new Endpoint("EDGE-UCL", "127.0.0.1", lnsap.edge().port()),
        Credentials.ios("lightpath", "lightpath"),
        Timing.usual(Clock.systemUTC()),
        TranscriptSink.NONE);
  }

  @Test
  void anErrorOfTheEdgeReachesTheProblemWordForWord() {
    for (var time = 0; time < 3; time++) {
      lnsap.edge().faults().next("service-policy input", new Fault.Deny("", "Out of TCAM"));
    }
    var connection = provisioned("vis", 10);
    await()
        .atMost(PATIENCE)
        .until(() -> String.valueOf(known(connection).problem()).contains("% Out of TCAM"));

    turnUntil(() -> known(connection).dataPlane() == DataPlane.ACTIVE);
    assertThat(known(connection).problem()).isNull();
    terminate(connection);
    awaitClear(connection);
  }
}
