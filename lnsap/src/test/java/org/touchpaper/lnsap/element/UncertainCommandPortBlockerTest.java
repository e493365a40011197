package org.touchpaper.lnsap.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementsession.CliSession;
import org.touchpaper.elementsession.Credentials;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.DriverRegistry;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.UncertainEffect;
import org.touchpaper.segment.inventory.DriverItemNoteRepository;
import org.touchpaper.segment.kit.OnDemandWaker;

/** Circuits share a border port, and a line typed for one of them is executed late. */
class UncertainCommandPortBlockerTest {

  private static final String BORDER = "TenGigabitEthernet1/1";
  private static final Duration LATE = Duration.ofSeconds(30);
  private static final Duration IN_DOUBT = Duration.ofSeconds(60);
  private static final Set<String> OURS = Set.of("100", "Vlan100", "GigabitEthernet3/1", BORDER);
  private static final ConfigItem ONE = trunk("100", "TP-000000000001");
  private static final ConfigItem TWO = trunk("101", "TP-000000000002");
  private static final ConfigItem THREE = trunk("102", "TP-000000000003");

  @TempDir Path folder;
  private final SettableClock clock = SettableClock.at("2026-12-01T12:00:00Z");
  private final OnDemandWaker waker = new OnDemandWaker();
  private EmulatedElement edge;
  private CliSession session;
  private DriverItemNoteRepository claims;
  private Ios7600Driver driver;

  @SuppressWarnings("NullAway.Init") // set before each test
  UncertainCommandPortBlockerTest() {}

  private static ConfigItem trunk(String vlan, String circuit) {
    return new ConfigItem(
        "EDGE-UCL", "TRUNK", BORDER + " " + vlan, circuit, Map.of("MODE", "trunk"));
  }

  @BeforeEach
  void start() throws IOException {
    edge =
        EmulatedElement.start(ElementConfig.demo("EDGE-UCL", ElementModel.IOS_7600), folder, clock);
    session =
        CliSession.open(
            new ElementEndpoint("EDGE-UCL", "127.0.0.1", edge.port()),
            Credentials.ios("lightpath", "lightpath"),
            new SessionTiming(
                Clock.systemUTC(),
                waker,
                Duration.ofSeconds(5),
                OnDemandWaker.ANSWER,
                Duration.ofSeconds(60),
                Duration.ofSeconds(1000)),
            TranscriptSink.NONE);
    claims = EdgeFixture.CLAIMS.emptyFor("EDGE-UCL");
    driver = driver(new UncertainCommandPortBlocker(clock, IN_DOUBT));
    for (var item : List.of(ONE, TWO, THREE)) {
      var vlan = item.key().substring(BORDER.length() + 1);
      session.configure(List.of("vlan " + vlan, "name " + item.owner()));
    }
  }

  private Ios7600Driver driver(UncertainCommandPortBlocker lateLines) {
    return new Ios7600Driver("EDGE-UCL", session, EdgeFixture.SHORT, lateLines, claims);
  }

  @AfterEach
  void stop() {
    session.close();
    edge.close();
  }

  /** Delays the next line that contains this text; the wait for its outcome times out at once. */
  private void late(String text) {
    edge.faults().injectOnce(text, new InjectedFault.LateExecution(LATE));
    Thread.startVirtualThread(() -> {
      await().pollInterval(Duration.ofMillis(1)).until(edge.faults()::isExhausted);
      waker.wakeAll();
    });
  }

  private boolean exists(ConfigItem item) {
    return driver.read(List.of(item.place())).items().stream().anyMatch(item::isSatisfiedBy);
  }

  private void assertBlocked(EditOutcome outcome) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            EditOutcome.Denied.class,
            denied ->
                assertThat(denied.text())
                    .isEqualTo(
                        BORDER
                            + " cannot be used until 2026-12-01T12:01:00Z: a command for "
                            + ONE.owner()
                            + " may still take effect"));
  }

  @Test
  void aLateListDisconnectsNoOtherCircuit() {
    late("switchport trunk allowed vlan 100");
    assertThat(driver.create(ONE)).isInstanceOf(EditOutcome.Unknown.class);
    assertBlocked(driver.create(TWO));

    clock.advance(LATE.plusSeconds(1));
    assertThat(exists(TWO)).isFalse();
    assertBlocked(driver.create(TWO));

    clock.advance(LATE);
    assertThat(driver.create(TWO)).isEqualTo(new EditOutcome.Done());
    assertThat(driver.create(ONE)).isEqualTo(new EditOutcome.Done());
    clock.advance(IN_DOUBT);
    assertThat(List.of(ONE, TWO)).allMatch(this::exists);
  }

  /** Otherwise the late line would create or name another circuit's VLAN. */
  @Test
  void aVlanThatMayBeCreatedLateBlocksItsNumber() {
    var item = vlan("103", ONE.owner());
    var two = vlan("103", TWO.owner());
    late("vlan 103");
    assertThat(driver.create(item)).isInstanceOf(EditOutcome.Unknown.class);
    assertThat(driver.create(two))
        .isInstanceOfSatisfying(
            EditOutcome.Denied.class,
            denied ->
                assertThat(denied.text())
                    .startsWith("VLAN 103 cannot be used until 2026-12-01T12:01:00Z")
                    .contains(ONE.owner()));

    clock.advance(IN_DOUBT);
    assertThat(driver.delete(item)).isEqualTo(new EditOutcome.Done());
    assertThat(driver.create(two)).isEqualTo(new EditOutcome.Done());
  }

  private static ConfigItem vlan(String number, String circuit) {
    return new ConfigItem("EDGE-UCL", "VLAN", number, circuit, Map.of("STATE", "active"));
  }

  @Test
  void aPortThatMayBeRestoredLateIsBlockedMeanwhile() {
    assertThat(driver.create(ONE)).isEqualTo(new EditOutcome.Done());
    late("no switchport");
    assertThat(driver.delete(ONE)).isInstanceOf(EditOutcome.Unknown.class);
    assertBlocked(driver.create(TWO));

    clock.advance(IN_DOUBT);
    assertThat(driver.create(TWO)).isEqualTo(new EditOutcome.Done());
    clock.advance(IN_DOUBT);
    assertThat(exists(TWO)).isTrue();
  }

  /** The circuit waits before a set-up; removals need not wait. */
  @Test
  void theSameCircuitIsNotBlocked() {
    late("switchport trunk allowed vlan 100");
    assertThat(driver.create(ONE)).isInstanceOf(EditOutcome.Unknown.class);
    assertThat(driver.delete(ONE))
        .isEqualTo(
            new EditOutcome.Denied(
                "CLI",
                BORDER
                    + " keeps the name of "
                    + ONE.owner()
                    + " until 2026-12-01T12:01:00Z: a command may still take effect"));
    assertThat(exists(ONE)).isFalse();

    clock.advance(IN_DOUBT);
    assertThat(driver.delete(ONE)).isEqualTo(new EditOutcome.Done());
    assertThat(edge.listEntities()).noneMatch(held -> held.kind().equals("INTERFACE"));
  }

  /** Late effects after the circuit was cut are found, because its name is still there. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "service-policy output",
        "no shutdown",
        "description ",
        "switchport",
        "mls qos vlan"
      })
  void lateEffectsOfACutCircuitAreRemoved(String line) {
    session.configure(List.of("no vlan 100"));
    var circuits = new CircuitExecutor(DriverRegistry.of(List.of(driver)), IN_DOUBT);
    var items = EdgeDriverTestBase.items(true);
    late(line);
    assertThat(circuits.apply(items, List.of()).uncertainEffect())
        .isEqualTo(new UncertainEffect(IN_DOUBT, false));

    var _ = circuits.apply(List.of(), items);
    assertThat(passes()).isFalse();
    clock.advance(IN_DOUBT);
    assertThat(circuits.apply(List.of(), items)).isInstanceOf(CircuitExecutor.Applied.class);
    assertThat(edge.listEntities()).noneMatch(held -> OURS.contains(held.name()));
  }

  private boolean passes() {
    return edge.listEntities().stream()
        .anyMatch(held -> held.get("switchport trunk allowed vlan").contains("100"));
  }

  /** A reading without the VLAN proves nothing: the line that creates it may follow. */
  @Test
  void aVlanCreatedLateWithoutANameIsItsCircuits() {
    session.configure(List.of("no vlan 100"));
    var circuits = new CircuitExecutor(DriverRegistry.of(List.of(driver)), IN_DOUBT);
    var items = EdgeDriverTestBase.items(true);
    assertThat(driver.create(items.getFirst())).isEqualTo(new EditOutcome.Done());
    edge.faults().injectOnce("name TP-", new InjectedFault.Deny("", "Status, All Resources Busy"));
    late("end");
    assertThat(circuits.apply(items, List.of()).uncertainEffect())
        .isEqualTo(new UncertainEffect(IN_DOUBT, false));
    assertThat(circuits.apply(List.of(), items)).isInstanceOf(CircuitExecutor.Applied.class);
    assertThat(edge.listEntities()).noneMatch(held -> OURS.contains(held.name()));

    clock.advance(IN_DOUBT);
    assertThat(edge.listEntities()).anyMatch(held -> held.get("NAME").equals("VLAN0100"));
    assertThat(circuits.apply(List.of(), items)).isInstanceOf(CircuitExecutor.Applied.class);
    assertThat(edge.listEntities()).noneMatch(held -> OURS.contains(held.name()));
  }

  private void assertVlanBlocked(EditOutcome outcome) {
    assertThat(outcome)
        .isEqualTo(
            new EditOutcome.Denied(
                "CLI",
                "VLAN 100 cannot be used until 2026-12-01T12:01:00Z: a command for "
                    + EdgeFixture.NAME
                    + " may still take effect"));
  }

  /** Its circuit is removed, and another circuit has been assigned the number. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aVlanThatMayBeCreatedLateIsBlockedMeanwhile(boolean isNamed) {
    session.configure(List.of("no vlan 100"));
    var circuits = new CircuitExecutor(DriverRegistry.of(List.of(driver)), IN_DOUBT);
    var items = EdgeDriverTestBase.items(true);
    var item = new ConfigItem("EDGE-UCL", "VLAN", "100", "TP-000000000009");
    if (!isNamed) {
      edge.faults()
          .injectOnce("name TP-", new InjectedFault.Deny("", "Status, All Resources Busy"));
    }
    late("end");
    assertThat(driver.create(items.get(1))).isInstanceOf(EditOutcome.Unknown.class);
    assertThat(circuits.apply(List.of(), items)).isInstanceOf(CircuitExecutor.Applied.class);
    assertVlanBlocked(driver.create(item));
    assertThat(claims.list("VLAN")).isEqualTo(Map.of("100", EdgeFixture.NAME));

    clock.advance(IN_DOUBT);
    assertThat(circuits.apply(List.of(), items)).isInstanceOf(CircuitExecutor.Applied.class);
    assertThat(edge.listEntities()).noneMatch(held -> held.name().equals("100"));
    assertThat(driver.create(item)).isEqualTo(new EditOutcome.Done());
    assertThat(claims.list("VLAN")).isEmpty();
  }

  /** Otherwise it would be removed under the next circuit's traffic. */
  @Test
  void aVlanThatMayBeRemovedLateIsBlockedMeanwhile() {
    var vlan = new ConfigItem("EDGE-UCL", "VLAN", "100", EdgeFixture.NAME);
    var item = new ConfigItem("EDGE-UCL", "VLAN", "100", "TP-000000000009");
    session.configure(List.of("vlan 100", "name " + vlan.owner()));
    late("no vlan 100");
    assertThat(driver.delete(vlan)).isInstanceOf(EditOutcome.Unknown.class);
    assertThat(driver.delete(vlan)).isEqualTo(new EditOutcome.Done());
    assertVlanBlocked(driver.create(item));

    clock.advance(IN_DOUBT);
    assertThat(driver.create(item)).isEqualTo(new EditOutcome.Done());
    clock.advance(IN_DOUBT);
    assertThat(edge.listEntities()).anyMatch(held -> held.get("NAME").equals(item.owner()));
  }

  /** The late line would connect the next circuit in that VLAN to the former's port. */
  @Test
  void aVlanThatMayBeListedLateIsBlockedMeanwhile() {
    var items = EdgeDriverTestBase.items(true);
    session.configure(List.of("vlan 100", "name " + EdgeFixture.NAME));
    assertThat(driver.create(TWO)).isEqualTo(new EditOutcome.Done());
    late("switchport trunk allowed vlan add 100");
    assertThat(driver.create(items.getLast())).isInstanceOf(EditOutcome.Unknown.class);
    session.configure(List.of("no vlan 100"));
    assertVlanBlocked(driver.create(new ConfigItem("EDGE-UCL", "VLAN", "100", "TP-000000000009")));
  }

  /** Lines that only add or remove one VLAN are harmless at any time. */
  @Test
  void aLateChangeOfOneVlanDoesNotAffectOthers() {
    assertThat(driver.create(ONE)).isEqualTo(new EditOutcome.Done());
    late("switchport trunk allowed vlan add 101");
    assertThat(driver.create(TWO)).isInstanceOf(EditOutcome.Unknown.class);
    assertThat(driver.create(THREE)).isEqualTo(new EditOutcome.Done());

    clock.advance(IN_DOUBT);
    assertThat(List.of(ONE, TWO, THREE)).allMatch(this::exists);
  }

  @Test
  void commandsOfAnEarlierProcessBlockOthers() {
    assertThat(driver.create(TWO)).isEqualTo(new EditOutcome.Done());
    assertThat(driver.create(THREE)).isEqualTo(new EditOutcome.Done());
    var lateLines = new UncertainCommandPortBlocker(clock, IN_DOUBT);
    lateLines.add(ONE, clock.instant().plus(IN_DOUBT));
    driver = driver(lateLines);
    assertThat(driver.delete(TWO)).isEqualTo(new EditOutcome.Done());
    assertBlocked(driver.create(TWO));
    assertThat(driver.create(ONE)).isEqualTo(new EditOutcome.Done());
    assertThat(driver.delete(THREE)).isEqualTo(new EditOutcome.Done());

    clock.advance(IN_DOUBT);
    assertThat(driver.create(TWO)).isEqualTo(new EditOutcome.Done());
    assertThat(listed()).containsExactly("100,101");
  }

  /** A cut does not wait; only the port's restoration does. */
  @Test
  void aCutCircuitLeavesThePortAtOnceAndThePortIsRestoredLater() {
    assertThat(driver.create(THREE)).isEqualTo(new EditOutcome.Done());
    var lateLines = new UncertainCommandPortBlocker(clock, IN_DOUBT);
    lateLines.add(ONE, clock.instant().plus(IN_DOUBT));
    driver = driver(lateLines);
    assertBlocked(driver.delete(THREE));
    assertThat(listed()).containsExactly("none");
    assertBlocked(driver.delete(THREE));

    clock.advance(IN_DOUBT);
    assertThat(driver.delete(THREE)).isEqualTo(new EditOutcome.Done());
    assertThat(edge.listEntities()).noneMatch(held -> held.kind().equals("INTERFACE"));
  }

  /** A late line that sets the list finds only its own VLAN. */
  @Test
  void aLateListDoesNotReconnectACutCircuit() {
    late("switchport trunk allowed vlan 100");
    assertThat(driver.create(ONE)).isInstanceOf(EditOutcome.Unknown.class);
    assertBlocked(driver.create(THREE));
    assertBlocked(driver.delete(THREE));
    clock.advance(LATE.plusSeconds(1));
    assertThat(listed()).containsExactly("100");
    assertThat(driver.delete(THREE)).isEqualTo(new EditOutcome.Done());
    assertBlocked(driver.create(THREE));
  }

  private List<String> listed() {
    return edge.listEntities().stream()
        .filter(held -> held.name().equals(BORDER))
        .map(held -> held.get("switchport trunk allowed vlan"))
        .toList();
  }

  /** No effect is later than the timeout, whatever the clock. */
  @Test
  void aClockSetBackBlocksAPortNoLongerThanTheTimeout() {
    var lateLines = new UncertainCommandPortBlocker(clock, IN_DOUBT);
    lateLines.addOnPort(BORDER, ONE.owner());
    clock.set(clock.instant().minus(Duration.ofHours(1)));
    assertThat(lateLines.findBlockReason(BORDER, TWO.owner())).isPresent();
    clock.advance(IN_DOUBT);
    assertThat(lateLines.findBlockReason(BORDER, TWO.owner())).isEmpty();
  }
}
