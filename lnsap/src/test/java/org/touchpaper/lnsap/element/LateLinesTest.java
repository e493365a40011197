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
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Doubt;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.kit.OnDemandWaker;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.session.CliSession;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.TranscriptSink;

/** Circuits share a border port, and a line typed for one of them is carried out late. */
class LateLinesTest {

  private static final String BORDER = "TenGigabitEthernet1/1";
  private static final Duration LATE = Duration.ofSeconds(30);
  private static final Duration IN_DOUBT = Duration.ofSeconds(60);
  private static final Set<String> OURS = Set.of("100", "Vlan100", "GigabitEthernet3/1", BORDER);
  private static final Item ONE = trunk("100", "TP-000000000001");
  private static final Item TWO = trunk("101", "TP-000000000002");
  private static final Item THREE = trunk("102", "TP-000000000003");

  @TempDir Path folder;
  private final SettableClock clock = SettableClock.at("2026-12-01T12:00:00Z");
  private final OnDemandWaker waker = new OnDemandWaker();
  private EmulatedElement edge;
  private CliSession session;
  private VlanClaims claims;
  private Ios7600Driver driver;

  @SuppressWarnings("NullAway.Init") // set before each test
  LateLinesTest() {}

  private static Item trunk(String vlan, String circuit) {
    return new Item("EDGE-UCL", "TRUNK", BORDER + " " + vlan, circuit, Map.of("MODE", "trunk"));
  }

  @BeforeEach
  void start() throws IOException {
    edge = EmulatedElement.start(ElementConfig.demo("EDGE-UCL", Dialect.IOS_7600), folder, clock);
    session =
        CliSession.open(
            new Endpoint("EDGE-UCL", "127.0.0.1", edge.port()),
            Credentials.ios("lightpath", "lightpath"),
            new Timing(
                Clock.systemUTC(),
                waker,
                Duration.ofSeconds(5),
                OnDemandWaker.ANSWER,
                Duration.ofSeconds(60),
                Duration.ofSeconds(1000)),
            TranscriptSink.NONE);
    claims = EdgeUnderTest.CLAIMS.emptyFor("EDGE-UCL");
    driver = driver(new LateLines(clock, IN_DOUBT));
    for (var item : List.of(ONE, TWO, THREE)) {
      var vlan = item.key().substring(BORDER.length() + 1);
      session.configure(List.of("vlan " + vlan, "name " + item.owner()));
    }
  }

  private Ios7600Driver driver(LateLines lateLines) {
    return new Ios7600Driver("EDGE-UCL", session, EdgeUnderTest.SHORT, lateLines, claims);
  }

  @AfterEach
  void stop() {
    session.close();
    edge.close();
  }

  /** The next line that holds this text is carried out late, and waited for in vain at once. */
  private void late(String text) {
    edge.faults().next(text, new Fault.Late(LATE));
    Thread.startVirtualThread(() -> {
      await().pollInterval(Duration.ofMillis(1)).until(edge.faults()::areSpent);
      waker.ring();
    });
  }

  private boolean isThere(Item item) {
    return driver.read(List.of(item.place())).items().stream().anyMatch(item::isMetBy);
  }

  private void isKeptOff(Outcome outcome) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Denied.class,
            it ->
                assertThat(it.text())
                    .isEqualTo(
                        BORDER
                            + " is left alone until 2026-12-01T12:01:00Z, for what was typed there"
                            + " for "
                            + ONE.owner()
                            + " may yet be carried out"));
  }

  @Test
  void aLateListTakesNobodyOffTheTrunk() {
    late("switchport trunk allowed vlan 100");
    assertThat(driver.create(ONE)).isInstanceOf(Outcome.Unknown.class);
    isKeptOff(driver.create(TWO));

    clock.advance(LATE.plusSeconds(1));
    assertThat(isThere(TWO)).isFalse();
    isKeptOff(driver.create(TWO));

    clock.advance(LATE);
    assertThat(driver.create(TWO)).isEqualTo(new Outcome.Done());
    assertThat(driver.create(ONE)).isEqualTo(new Outcome.Done());
    clock.advance(IN_DOUBT);
    assertThat(List.of(ONE, TWO)).allMatch(this::isThere);
  }

  /** Or the late line would make, or name, what is the other's by then. */
  @Test
  void aVlanThatMayComeLateKeepsItsNumberFromOthers() {
    var one = vlan("103", ONE.owner());
    var two = vlan("103", TWO.owner());
    late("vlan 103");
    assertThat(driver.create(one)).isInstanceOf(Outcome.Unknown.class);
    assertThat(driver.create(two))
        .isInstanceOfSatisfying(
            Outcome.Denied.class,
            it ->
                assertThat(it.text())
                    .startsWith("VLAN 103 is left alone until 2026-12-01T12:01:00Z")
                    .contains(ONE.owner()));

    clock.advance(IN_DOUBT);
    assertThat(driver.delete(one)).isEqualTo(new Outcome.Done());
    assertThat(driver.create(two)).isEqualTo(new Outcome.Done());
  }

  private static Item vlan(String number, String circuit) {
    return new Item("EDGE-UCL", "VLAN", number, circuit, Map.of("STATE", "active"));
  }

  @Test
  void aPortThatIsUndressedLateWasDressedForNobodyMeanwhile() {
    assertThat(driver.create(ONE)).isEqualTo(new Outcome.Done());
    late("no switchport");
    assertThat(driver.delete(ONE)).isInstanceOf(Outcome.Unknown.class);
    isKeptOff(driver.create(TWO));

    clock.advance(IN_DOUBT);
    assertThat(driver.create(TWO)).isEqualTo(new Outcome.Done());
    clock.advance(IN_DOUBT);
    assertThat(isThere(TWO)).isTrue();
  }

  /** It waits by itself before it sets up; what it clears away it may clear away at once. */
  @Test
  void theCircuitItWasTypedForMayGoOn() {
    late("switchport trunk allowed vlan 100");
    assertThat(driver.create(ONE)).isInstanceOf(Outcome.Unknown.class);
    assertThat(driver.delete(ONE))
        .isEqualTo(
            new Outcome.Denied(
                "CLI",
                BORDER
                    + " keeps the name of "
                    + ONE.owner()
                    + " until 2026-12-01T12:01:00Z, for what was typed for it may yet be carried out"));
    assertThat(isThere(ONE)).isFalse();

    clock.advance(IN_DOUBT);
    assertThat(driver.delete(ONE)).isEqualTo(new Outcome.Done());
    assertThat(edge.holds()).noneMatch(held -> held.kind().equals("INTERFACE"));
  }

  /** Whatever of it comes when the circuit was cut is found, for its name is still there. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "service-policy output",
        "no shutdown",
        "description ",
        "switchport",
        "mls qos vlan"
      })
  void whatComesOfACircuitThatWasCutIsFoundAndTakenAway(String line) {
    session.configure(List.of("no vlan 100"));
    var circuits = new Circuits(Elements.of(List.of(driver)), IN_DOUBT);
    var items = OnAnEdge.items(true);
    late(line);
    assertThat(circuits.bring(items, List.of()).doubt()).isEqualTo(new Doubt(IN_DOUBT, false));

    var _ = circuits.bring(List.of(), items);
    assertThat(passes()).isFalse();
    clock.advance(IN_DOUBT);
    assertThat(circuits.bring(List.of(), items)).isInstanceOf(Circuits.Reached.class);
    assertThat(edge.holds()).noneMatch(held -> OURS.contains(held.name()));
  }

  private boolean passes() {
    return edge.holds().stream()
        .anyMatch(held -> held.get("switchport trunk allowed vlan").contains("100"));
  }

  /** That it reads as gone meanwhile says nothing: the line that stores it is to come. */
  @Test
  void aVlanThatIsStoredLateAndWasNotNamedIsStillItsCircuits() {
    session.configure(List.of("no vlan 100"));
    var circuits = new Circuits(Elements.of(List.of(driver)), IN_DOUBT);
    var items = OnAnEdge.items(true);
    assertThat(driver.create(items.getFirst())).isEqualTo(new Outcome.Done());
    edge.faults().next("name TP-", new Fault.Deny("", "Status, All Resources Busy"));
    late("end");
    assertThat(circuits.bring(items, List.of()).doubt()).isEqualTo(new Doubt(IN_DOUBT, false));
    assertThat(circuits.bring(List.of(), items)).isInstanceOf(Circuits.Reached.class);
    assertThat(edge.holds()).noneMatch(held -> OURS.contains(held.name()));

    clock.advance(IN_DOUBT);
    assertThat(edge.holds()).anyMatch(held -> held.get("NAME").equals("VLAN0100"));
    assertThat(circuits.bring(List.of(), items)).isInstanceOf(Circuits.Reached.class);
    assertThat(edge.holds()).noneMatch(held -> OURS.contains(held.name()));
  }

  private void isKeptOffTheVlan(Outcome outcome) {
    assertThat(outcome)
        .isEqualTo(
            new Outcome.Denied(
                "CLI",
                "VLAN 100 is left alone until 2026-12-01T12:01:00Z, for what was typed there for "
                    + EdgeUnderTest.NAME
                    + " may yet be carried out"));
  }

  /** Its maker is gone, and another circuit has been promised the number. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aVlanThatMayBeMadeLateIsMadeForNobodyElseMeanwhile(boolean isNamed) {
    session.configure(List.of("no vlan 100"));
    var circuits = new Circuits(Elements.of(List.of(driver)), IN_DOUBT);
    var items = OnAnEdge.items(true);
    var another = new Item("EDGE-UCL", "VLAN", "100", "TP-000000000009");
    if (!isNamed) {
      edge.faults().next("name TP-", new Fault.Deny("", "Status, All Resources Busy"));
    }
    late("end");
    assertThat(driver.create(items.get(1))).isInstanceOf(Outcome.Unknown.class);
    assertThat(circuits.bring(List.of(), items)).isInstanceOf(Circuits.Reached.class);
    isKeptOffTheVlan(driver.create(another));
    assertThat(claims.list()).isEqualTo(Map.of("100", EdgeUnderTest.NAME));

    clock.advance(IN_DOUBT);
    assertThat(circuits.bring(List.of(), items)).isInstanceOf(Circuits.Reached.class);
    assertThat(edge.holds()).noneMatch(held -> held.name().equals("100"));
    assertThat(driver.create(another)).isEqualTo(new Outcome.Done());
    assertThat(claims.list()).isEmpty();
  }

  /** It would go under the traffic of whoever has the number then. */
  @Test
  void aVlanThatMayBeRemovedLateIsMadeForNobodyElseMeanwhile() {
    var vlan = new Item("EDGE-UCL", "VLAN", "100", EdgeUnderTest.NAME);
    var another = new Item("EDGE-UCL", "VLAN", "100", "TP-000000000009");
    session.configure(List.of("vlan 100", "name " + vlan.owner()));
    late("no vlan 100");
    assertThat(driver.delete(vlan)).isInstanceOf(Outcome.Unknown.class);
    assertThat(driver.delete(vlan)).isEqualTo(new Outcome.Done());
    isKeptOffTheVlan(driver.create(another));

    clock.advance(IN_DOUBT);
    assertThat(driver.create(another)).isEqualTo(new Outcome.Done());
    clock.advance(IN_DOUBT);
    assertThat(edge.holds()).anyMatch(held -> held.get("NAME").equals(another.owner()));
  }

  /** The late line would put the next circuit in that VLAN on the port of the former. */
  @Test
  void aVlanThatMayBeListedLateIsMadeForNobodyElseMeanwhile() {
    var items = OnAnEdge.items(true);
    session.configure(List.of("vlan 100", "name " + EdgeUnderTest.NAME));
    assertThat(driver.create(TWO)).isEqualTo(new Outcome.Done());
    late("switchport trunk allowed vlan add 100");
    assertThat(driver.create(items.getLast())).isInstanceOf(Outcome.Unknown.class);
    session.configure(List.of("no vlan 100"));
    isKeptOffTheVlan(driver.create(new Item("EDGE-UCL", "VLAN", "100", "TP-000000000009")));
  }

  /** What only adds a VLAN to a list, or takes it off, does so whenever it is carried out. */
  @Test
  void aLateVlanOfOneIsNoDangerToTheOthers() {
    assertThat(driver.create(ONE)).isEqualTo(new Outcome.Done());
    late("switchport trunk allowed vlan add 101");
    assertThat(driver.create(TWO)).isInstanceOf(Outcome.Unknown.class);
    assertThat(driver.create(THREE)).isEqualTo(new Outcome.Done());

    clock.advance(IN_DOUBT);
    assertThat(List.of(ONE, TWO, THREE)).allMatch(this::isThere);
  }

  @Test
  void whatAnEarlierLifeTypedKeepsOthersOff() {
    assertThat(driver.create(TWO)).isEqualTo(new Outcome.Done());
    assertThat(driver.create(THREE)).isEqualTo(new Outcome.Done());
    var lateLines = new LateLines(clock, IN_DOUBT);
    lateLines.remember(ONE, clock.instant().plus(IN_DOUBT));
    driver = driver(lateLines);
    assertThat(driver.delete(TWO)).isEqualTo(new Outcome.Done());
    isKeptOff(driver.create(TWO));
    assertThat(driver.create(ONE)).isEqualTo(new Outcome.Done());
    assertThat(driver.delete(THREE)).isEqualTo(new Outcome.Done());

    clock.advance(IN_DOUBT);
    assertThat(driver.create(TWO)).isEqualTo(new Outcome.Done());
    assertThat(listed()).containsExactly("100,101");
  }

  /** A cut waits for nobody: only that the port stays dressed does. */
  @Test
  void aCircuitThatWasCutIsOffThePortAtOnceAndThePortUndressedLater() {
    assertThat(driver.create(THREE)).isEqualTo(new Outcome.Done());
    var lateLines = new LateLines(clock, IN_DOUBT);
    lateLines.remember(ONE, clock.instant().plus(IN_DOUBT));
    driver = driver(lateLines);
    isKeptOff(driver.delete(THREE));
    assertThat(listed()).containsExactly("none");
    isKeptOff(driver.delete(THREE));

    clock.advance(IN_DOUBT);
    assertThat(driver.delete(THREE)).isEqualTo(new Outcome.Done());
    assertThat(edge.holds()).noneMatch(held -> held.kind().equals("INTERFACE"));
  }

  /** What stays for a line that would set the list is what the line finds: its own VLAN alone. */
  @Test
  void aListThatIsSetLateBringsNoneBackThatWasCut() {
    late("switchport trunk allowed vlan 100");
    assertThat(driver.create(ONE)).isInstanceOf(Outcome.Unknown.class);
    isKeptOff(driver.create(THREE));
    isKeptOff(driver.delete(THREE));
    clock.advance(LATE.plusSeconds(1));
    assertThat(listed()).containsExactly("100");
    assertThat(driver.delete(THREE)).isEqualTo(new Outcome.Done());
    isKeptOff(driver.create(THREE));
  }

  private List<String> listed() {
    return edge.holds().stream()
        .filter(held -> held.name().equals(BORDER))
        .map(held -> held.get("switchport trunk allowed vlan"))
        .toList();
  }

  /** Nothing comes later than it can, whatever the clock says by then. */
  @Test
  void aClockThatIsSetBackKeepsAPortNoLongerThanAnyLineIsLate() {
    var lateLines = new LateLines(clock, IN_DOUBT);
    lateLines.rememberOn(BORDER, ONE.owner());
    clock.set(clock.instant().minus(Duration.ofHours(1)));
    assertThat(lateLines.keepsOff(BORDER, TWO.owner())).isPresent();
    clock.advance(IN_DOUBT);
    assertThat(lateLines.keepsOff(BORDER, TWO.owner())).isEmpty();
  }
}
