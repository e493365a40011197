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
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementsession.CliSession;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.kit.NetworkSegmentContract;
import org.touchpaper.segment.kit.SegmentContractSupport;
import org.touchpaper.segment.kit.SegmentUnderTest;

/** The L-NSAP satisfies the segment contract, and its circuits are configured on the edge. */
class LnsapContractTest extends NetworkSegmentContract {

  @TempDir static Path folder;
  private static LnsapFixture lnsap;

  @BeforeAll
  static void start() {
    lnsap = new LnsapFixture(folder);
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
    return CircuitNameFormat.of(connection.value(), 1);
  }

  private ReserveRequest asked(ConnectionId connection, String host, int mbps) {
    return reserve(connection, 1, LnsapFixture.criteria(host, mbps, hourFromNow()));
  }

  private ConnectionId provisioned(String host, int mbps) {
    var connection = SegmentContractSupport.newConnectionId();
    underTest().segment().reserve(asked(connection, host, mbps));
    commit(connection, 1);
    provision(connection);
    return connection;
  }

  private static boolean holds(String kind, String attribute, String value) {
    return lnsap.edge().listEntities().stream()
        .anyMatch(entity -> entity.kind().equals(kind) && entity.get(attribute).equals(value));
  }

  private static void awaitClear(ConnectionId connection) {
    await()
        .atMost(TIMEOUT)
        .until(() ->
            !holds("VLAN", "NAME", name(connection))
                && !lnsap.names("POLICY-MAP").contains(name(connection)));
  }

  @Test
  void configuresVlanPolicerAndPortsAndClearsThemAtTheEnd() {
    var first = provisioned("vis", 300);
    var second = provisioned("vis", 200);
    eventually(first, known -> known.dataPlane() == DataPlaneState.ACTIVE);
    eventually(second, known -> known.dataPlane() == DataPlaneState.ACTIVE);

    assertThat(holds("VLAN", "NAME", name(first))).isTrue();
    assertThat(holds("VLAN", "NAME", name(second))).isTrue();
    assertThat(lnsap.names("POLICY-MAP")).contains(name(first), name(second));
    assertThat(lnsap.edge().listEntities())
        .filteredOn(entity -> entity.name().equals(name(first)))
        .allMatch(entity -> entity.get("class class-default").startsWith("police 300000000 "));
    assertThat(lnsap.edge().listEntities())
        .filteredOn(entity -> entity.name().equals("TenGigabitEthernet1/1"))
        .allMatch(entity -> !entity.get("switchport trunk allowed vlan").equals("none"));

    underTest().advance(Duration.ofHours(1));
    eventually(first, ConnectionReport.Known::released);
    eventually(second, ConnectionReport.Known::released);
    awaitClear(first);
    awaitClear(second);
  }

  /** Every end of a booking gives its addresses back: abort, terminate and the end time. */
  @Test
  void aCircuitHoldsTwoAddressesUntilItIsOver() {
    var first = SegmentContractSupport.newConnectionId();
    var held = (ReserveResult.Held) underTest().segment().reserve(asked(first, "vis", 10));
    assertThat(held.endpoints().source().element()).isEqualTo("EDGE-UCL");
    assertThat(held.endpoints().source().vlan()).isNotNull();
    assertThat(held.endpoints().source().address()).startsWith("10.88.0.").endsWith("/31");
    assertThat(held.endpoints().destination().address()).startsWith("10.88.0.").endsWith("/31");
    assertThat(underTest().segment().reserve(asked(first, "vis", 10))).isEqualTo(held);
    assertThat(lnsap.countAddresses()).isEqualTo(1);
    abort(first, 1);
    assertThat(lnsap.countAddresses()).isZero();

    var second = SegmentContractSupport.newConnectionId();
    underTest().segment().reserve(asked(second, "vis", 10));
    commit(second, 1);
    assertThat(lnsap.countAddresses()).isEqualTo(1);
    terminate(second);
    assertThat(lnsap.countAddresses()).isZero();
  }

  @Test
  void anUntaggedHostTakesOneCircuitAtATime() {
    var first = provisioned("haptic", 100);
    eventually(first, known -> known.dataPlane() == DataPlaneState.ACTIVE);
    var refusal = reserveRefused(asked(SegmentContractSupport.newConnectionId(), "haptic", 100));

    assertThat(refusal.code()).isEqualTo(Refusal.Code.PORT_BUSY);
    assertThat(refusal.reason())
        .isEqualTo("haptic.ucl takes one circuit at a time and is booked at that time");
    assertThat(refusal.nextFit()).isNotNull();
    assertThat(lnsap.edge().listEntities())
        .filteredOn(entity -> entity.name().equals("GigabitEthernet3/2"))
        .singleElement()
        .matches(entity -> !entity.get("switchport access vlan").isEmpty());
    terminate(first);
    awaitClear(first);
  }

  @Test
  void refusesAHostThatMayNotTerminateLightpaths() {
    var refusal = reserveRefused(asked(SegmentContractSupport.newConnectionId(), "office", 1));

    assertThat(refusal.code()).isEqualTo(Refusal.Code.NOT_ALLOWED);
    assertThat(refusal.resource()).isEqualTo("office.ucl");
    assertThat(refusal.reason()).contains("may not terminate lightpaths");
  }

  @Test
  void recreatesItemsLostInARestartAtOnce() throws IOException {
    var circuit = provisioned("vis", 10);
    eventually(circuit, known -> known.dataPlane() == DataPlaneState.ACTIVE);
    var before = lnsap.edge().listEntities();
    underTest().advance(Duration.ofMinutes(1));
    lnsap.edge().restartEmpty();
    assertThat(lnsap.edge().listEntities()).isEmpty();

    await().atMost(TIMEOUT).until(() -> lnsap.edge().listEntities().equals(before));
    eventually(circuit, known -> known.dataPlane() == DataPlaneState.ACTIVE);
    terminate(circuit);
    awaitClear(circuit);
  }

  @Test
  void neverRecreatesItemsRemovedWhileTheEdgeRan() {
    var circuit = provisioned("vis", 10);
    eventually(circuit, known -> known.dataPlane() == DataPlaneState.ACTIVE);
    try (var operator = session()) {
      operator.configure(List.of("interface Vlan100", "no service-policy input"));
    }
    advanceUntil(() -> known(circuit).lifecycle() == LifecycleState.FAILED);
    assertThat(known(circuit).problem()).contains("was removed while the element ran");
    awaitClear(circuit);
  }

  /** A command line sends no reports, so links are queried with each reading. */
  @Test
  void aPortWithoutALinkImpairsItsCircuitsUntilTheLinkIsUp() {
    var circuit = provisioned("vis", 10);
    eventually(circuit, known -> known.dataPlane() == DataPlaneState.ACTIVE);
    lnsap.edge().loseSignal("GigabitEthernet3/10");
    lnsap.edge().loseSignal("GigabitEthernet3/1");
    var words = "impaired: link down (notconnect) on GigabitEthernet3/1 of EDGE-UCL";
    advanceUntil(() -> words.equals(known(circuit).problem()));
    assertThat(known(circuit).dataPlane()).isEqualTo(DataPlaneState.ACTIVE);
    await()
        .atMost(TIMEOUT)
        .until(() ->
            underTest().holder().received().stream()
                .anyMatch(notification ->
                    notification instanceof Notification.Alarm alarm
                        && alarm.connection().equals(circuit)
                        && alarm.detail().equals(words)));
    lnsap.edge().restoreSignal("GigabitEthernet3/1");
    advanceUntil(() -> known(circuit).problem() == null);
    lnsap.edge().restoreSignal("GigabitEthernet3/10");
    terminate(circuit);
    awaitClear(circuit);
  }

  /** The rest of the edge is read and configured meanwhile. */
  @Test
  void aRemovedCardImpairsItsCircuitsUntilItIsBack() {
    var circuit = provisioned("vis", 10);
    eventually(circuit, known -> known.dataPlane() == DataPlaneState.ACTIVE);
    lnsap.edge().pullCard(3);
    advanceUntil(
        () -> String.valueOf(known(circuit).problem()).startsWith("impaired: no port Gigab"));
    assertThat(known(circuit).dataPlane()).isEqualTo(DataPlaneState.ACTIVE);
    terminate(circuit);
    advanceUntil(() -> String.valueOf(known(circuit).problem()).contains("cannot be read"));
    assertThat(known(circuit).released()).isFalse();
    lnsap.edge().insertCard(3);
    advanceUntil(() -> known(circuit).released());
    awaitClear(circuit);
  }

  @Test
  void aLinkDownBeforeTheActivationImpairsTheCircuit() {
    lnsap.edge().loseSignal("TenGigabitEthernet1/1");
    var circuit = provisioned("vis", 10);
    eventually(
        circuit,
        known ->
            "impaired: link down (notconnect) on TenGigabitEthernet1/1 of EDGE-UCL"
                .equals(known.problem()));
    assertThat(known(circuit).dataPlane()).isEqualTo(DataPlaneState.ACTIVE);
    lnsap.edge().restoreSignal("TenGigabitEthernet1/1");
    advanceUntil(() -> known(circuit).problem() == null);
    terminate(circuit);
    awaitClear(circuit);
  }

  private static CliSession session() {
    return CliSession.open(
        new ElementEndpoint("EDGE-UCL", "127.0.0.1", lnsap.edge().port()),
        Credentials.ios("lightpath", "lightpath"),
        SessionTiming.defaults(Clock.systemUTC()),
        TranscriptSink.NONE);
  }

  @Test
  void anErrorOfTheEdgeAppearsVerbatimInTheProblem() {
    for (var time = 0; time < 3; time++) {
      lnsap
          .edge()
          .faults()
          .injectOnce("service-policy input", new InjectedFault.Deny("", "Out of TCAM"));
    }
    var connection = provisioned("vis", 10);
    await()
        .atMost(TIMEOUT)
        .until(() -> String.valueOf(known(connection).problem()).contains("% Out of TCAM"));

    advanceUntil(() -> known(connection).dataPlane() == DataPlaneState.ACTIVE);
    assertThat(known(connection).problem()).isNull();
    terminate(connection);
    awaitClear(connection);
  }
}
