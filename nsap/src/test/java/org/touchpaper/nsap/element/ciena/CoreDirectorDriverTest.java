package org.touchpaper.nsap.element.ciena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.nsap.circuit.Route;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.Crossing;
import org.touchpaper.nsap.element.LeapingClock;
import org.touchpaper.nsap.element.MakeUnderTest;
import org.touchpaper.nsap.element.Makes;
import org.touchpaper.nsap.element.WideAreaConfiguration;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.ElementUnreachable;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Outcome;
import org.touchpaper.segment.element.Patience;
import org.touchpaper.segment.provider.Admission;
import org.touchpaper.segment.provider.CircuitConfiguration.Circuit;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.element.Entity;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Credentials;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Outcome;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;

/** Circuits configured on emulated CoreDirectors over TCP, read back, and cleared. */
class CoreDirectorDriverTest {

  private static final UUID CONNECTION = UUID.fromString("0193b1d0-0000-7000-8000-000000000001");
  private static final String NAME = CircuitName.of(CONNECTION, 1);
  private static final Topology TOPOLOGY =
      TopologyFile.read(new ClassPathResource("nsap/uklight.yaml"));
  private static final String PLAN =
      """
      {"hops":[
        {"node":"METRO-UCL","in":{"port":"1-A-9-1-1","vlan":100,"slots":[]},
                            "out":{"port":"1-A-1-1","vlan":0,"slots":[1,2,3,4,5,6,9]}},
        {"node":"LONDON","in":{"port":"1-A-3-1","vlan":0,"slots":[1,2,3,4,5,6,9]},
                         "out":{"port":"1-A-1-1","vlan":0,"slots":[11,12,13,14,15,16,17]}}]}\
      """;

  private static final Patience ONCE = new Patience(1, Duration.ZERO);
  private static final Patience LONG = new Patience(60, Duration.ZERO);

  private final SettableClock clock = SettableClock.at("2026-12-01T12:00:00Z");
  @TempDir Path folder;
  private EmulatedElement metro;
  private EmulatedElement london;
  private final List<Tl1Session> sessions = new ArrayList<>();
  private Circuits circuits;
  private CoreDirectorDriver metroDriver;

  @BeforeEach
  void start() throws IOException {
    metro = element("METRO-UCL");
    london = element("LONDON");
    metroDriver = driver(metro);
    circuits =
        new Circuits(Elements.of(List.of(metroDriver, driver(london))), Duration.ofSeconds(1));
  }

  @AfterEach
  void stop() {
    sessions.forEach(Tl1Session::close);
    metro.close();
    london.close();
  }

  private EmulatedElement element(String tid) throws IOException {
    return EmulatedElement.start(
        ElementConfig.demo(tid, Dialect.CORE_DIRECTOR), folder, new LeapingClock());
  }

  private Tl1Session session(EmulatedElement element) {
    var session =
        Tl1Session.open(
            new Endpoint(element.tid(), "127.0.0.1", element.port()),
            Credentials.tl1("touchpaper", "lightpath"),
            Timing.usual(Clock.systemUTC()),
            TranscriptSink.NONE);
    sessions.add(session);
    return session;
  }

  private CoreDirectorDriver driver(EmulatedElement element) {
    return new CoreDirectorDriver(element.tid(), session(element), ONCE, LONG, clock);
  }

  private static List<Item> items() {
    var when =
        new Schedule(Instant.parse("2026-12-01T12:00:00Z"), Instant.parse("2026-12-01T13:00:00Z"));
    var source = Stp.parse("urn:ogf:network:wan.ukl:2026:UCL?vlan=100");
    var destination = Stp.parse("urn:ogf:network:wan.ukl:2026:MAN?vlan=100");
    return new WideAreaConfiguration(Makes.of(TOPOLOGY))
        .itemsOf(
            new Circuit(
                new ConnectionId(CONNECTION),
                1,
                new Criteria(source, destination, 300, when),
                new Admission.Held(source, destination, List.of(), PLAN),
                NAME));
  }

  private static List<String> names(EmulatedElement element) {
    return element.holds().stream()
        .map(entity -> entity.kind() + " " + entity.name().replace(NAME, "N"))
        .toList();
  }

  private static Entity find(EmulatedElement element, String kind, String name) {
    return element.holds().stream()
        .filter(each -> each.kind().equals(kind) && each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void setsUpReadsBackAndClears() {
    assertThat(circuits.bring(items(), List.of())).isInstanceOf(Circuits.Reached.class);

    assertThat(names(metro))
        .containsExactlyInAnyOrder(
            "VCG N-A-E", "EFLOW N-A-E-IN", "EFLOW N-A-E-OUT", "GTP N-A", "GTP N-Z", "CRS N");
    assertThat(names(london)).containsExactlyInAnyOrder("GTP N-A", "GTP N-Z", "CRS N");
    assertThat(find(metro, "GTP", NAME + "-Z").get("CTP"))
        .isEqualTo("1-A-1-1-CTP-1&&6&1-A-1-1-CTP-9");
    assertThat(find(metro, "EFLOW", NAME + "-A-E-IN").get("OUTERVLANIDRANGE")).isEqualTo("100");
    assertThat(circuits.look(items(), Map.of()))
        .allMatch(survey -> survey.toString().startsWith("Intact"));

    assertThat(circuits.bring(List.of(), items())).isInstanceOf(Circuits.Reached.class);
    assertThat(metro.holds()).isEmpty();
    assertThat(london.holds()).isEmpty();
  }

  /** A group has 48 members at most. */
  @Test
  void setsAWideCircuitUpInSeveralGroups() {
    var slots = IntStream.rangeClosed(1, 100).boxed().toArray(Integer[]::new);
    var in = MakeUnderTest.port("1-A-9-1-1");
    var out = MakeUnderTest.line("1-A-1-1", slots);
    var hop = new Route.Hop("METRO-UCL", in, out);
    var wide = new CoreDirector().items(new Crossing(hop, Signal.VIRTUAL, NAME, 100 * 48));

    assertThat(circuits.bring(wide, List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(names(metro))
        .filteredOn(name -> name.matches("(GTP|CRS).*"))
        .containsExactlyInAnyOrder(
            "GTP N-A",
            "GTP N-A-2",
            "GTP N-A-3",
            "GTP N-Z",
            "GTP N-Z-2",
            "GTP N-Z-3",
            "CRS N",
            "CRS N-2",
            "CRS N-3");
    assertThat(find(metro, "GTP", NAME + "-Z-2").get("CTP")).isEqualTo("1-A-1-1-CTP-49&&96");
    assertThat(find(metro, "GTP", NAME + "-A-3").get("CTP")).isEqualTo(NAME + "-A-E-CTP-97&&100");
    assertThat(circuits.bring(List.of(), wide)).isInstanceOf(Circuits.Reached.class);
    assertThat(metro.holds()).isEmpty();
  }

  @Test
  void writesNothingWhereAllIsAsWanted() {
    circuits.bring(items(), List.of());
    var before = entered(metro) + entered(london);

    assertThat(circuits.bring(items(), items())).isInstanceOf(Circuits.Reached.class);
    assertThat(entered(metro) + entered(london)).isEqualTo(before);
    circuits.bring(List.of(), items());
    assertThat(circuits.bring(List.of(), items())).isInstanceOf(Circuits.Reached.class);
  }

  private static long entered(EmulatedElement element) {
    return element.transcript().stream().filter(line -> line.text().startsWith("ENT-")).count();
  }

  @Test
  void carriesADenialToTheOperatorWordForWordAndUndoesTheRest() {
    london
        .faults()
        .next("ENT-CRS-STSPC", new Fault.Deny("RCBY", "Resource, Circuit Busy: somebody came by"));

    assertThat(problem()).contains("RCBY Resource, Circuit Busy: somebody came by");
    assertThat(london.holds()).isEmpty();
    assertThat(metro.holds()).isEmpty();
  }

  /** An undone set-up leaves no group that would hold its time slots until the next attempt. */
  @Test
  void undoesAlsoWhatADeletedCrossConnectHolds() {
    london.faults().next("ENT-CRS-STSPC", new Fault.Deny("SROF", "no"));
    metro.faults().next("DLT-CRS-STSPC", new Fault.SlowRelease(Duration.ofSeconds(20)));

    assertThat(problem()).contains("SROF no");
    assertThat(metro.holds()).isEmpty();
    assertThat(london.holds()).isEmpty();
  }

  /** Nothing was deleted just before that could hold it, and a refusal deletes nothing. */
  @Test
  void asksOnceForWhatIsDeniedForAnotherReason() {
    assertThat(problem()).isEqualTo("none");
    var group =
        items().stream().filter(it -> it.key().equals(NAME + "-Z")).findFirst().orElseThrow();

    assertThat(metroDriver.delete(group)).isInstanceOf(Outcome.Denied.class);
    assertThat(metroDriver.delete(group)).isInstanceOf(Outcome.Denied.class);
    assertThat(metro.transcript()).filteredOn(line -> line.text().startsWith("DLT-GTP")).hasSize(2);
  }

  private String problem() {
    return circuits.bring(items(), List.of()) instanceof Circuits.NotReached(var problem, _)
        ? problem
        : "none";
  }

  /** A list of all groups tells who has a slot, before anything is typed on any element. */
  @Test
  void namesWhoHasASlotAndEditsNoElement() {
    session(london).send(theirs("lab-7", "1-A-1-1-CTP-12&&14"));

    assertThat(problem()).isEqualTo("1-A-1-1-CTP-12 is held by GTP lab-7 on LONDON (physics)");
    assertThat(entered(metro)).isZero();
    assertThat(names(london)).containsExactly("GTP lab-7");
  }

  private static InputCommand theirs(String name, String points) {
    return InputCommand.of("ENT-GTP").at(name).block("LBL=physics", "", "CTP=" + points);
  }

  /** Somebody else has a flow from our port into a group of theirs. */
  private void takeIn(String vlans) {
    var theirs = session(metro);
    theirs.send(
        InputCommand.of("ENT-VCG")
            .at("lab-v")
            .block("ALIAS=physics", "TUNNELPEERTYPE=NONE", "GROUPMEM=1"));
    var flow =
        InputCommand.of("ENT-EFLOW")
            .at("lab-in")
            .block(
                "INGRESSPORTTYPE=ETTP",
                "INGRESSPORTNAME=1-A-9-1-1",
                vlans,
                "EGRESSPORTTYPE=VCG",
                "EGRESSPORTNAME=lab-v");
    assertThat(theirs.send(flow)).isInstanceOf(Tl1Outcome.Completed.class);
  }

  @Test
  void aFlowThatNamesNoVlanHasThemAll() {
    takeIn("");

    assertThat(problem())
        .isEqualTo("all of 1-A-9-1-1 is held by EFLOW lab-in on METRO-UCL (lab-in)");
    assertThat(entered(london)).isZero();
  }

  /**
   * Who came later than the list is found by the denial, also if he has only some VLANs of ours.
   */
  @Test
  void aVlanTakenSinceTheListWasReadIsDenied() {
    assertThat(problem()).isEqualTo("none");
    circuits.bring(List.of(), items());
    takeIn("OUTERVLANIDRANGE=99&&101");

    assertThat(problem()).contains("denied: RCBY", "VLAN 100 of 1-A-9-1-1 is in lab-in");
    assertThat(names(metro)).containsExactlyInAnyOrder("VCG lab-v", "EFLOW lab-in");
    assertThat(london.holds()).isEmpty();
  }

  @Test
  void namesWhoHasAVlanAndEditsNoElement() {
    takeIn("OUTERVLANIDRANGE=99&&101");

    assertThat(problem())
        .isEqualTo("VLAN 100 of 1-A-9-1-1 is held by EFLOW lab-in on METRO-UCL (lab-in)");
    assertThat(entered(metro)).isEqualTo(2);
    assertThat(entered(london)).isZero();
  }

  @Test
  void namesWhoHasAllThatAPortTakesIn() {
    session(metro)
        .send(
            InputCommand.of("ENT-VCG")
                .at("lab-v")
                .block(
                    "ALIAS=physics",
                    "TUNNELPEERTYPE=ETTP",
                    "TUNNELPEERNAME=1-A-9-1-1",
                    "GROUPMEM=1"));

    assertThat(problem()).isEqualTo("all of 1-A-9-1-1 is held by VCG lab-v on METRO-UCL (physics)");
    assertThat(entered(london)).isZero();
  }

  /** The list is read once for all circuits of half a minute; who is in it is looked at again. */
  @Test
  void asksAfterWhomTheListNamesAndForTheListSeldom() {
    var other = session(london);
    other.send(theirs("lab-7", "1-A-1-1-CTP-12"));
    assertThat(problem()).contains("lab-7");
    other.send(InputCommand.of("DLT-GTP").at("lab-7"));

    assertThat(problem()).isEqualTo("none");
    circuits.bring(List.of(), items());
    other.send(theirs("lab-8", "1-A-1-1-CTP-12"));
    assertThat(problem()).contains("denied: RCBY"); // he came after the list was read
    assertThat(listsAsked(london, "EFLOW")).isOne();

    clock.advance(Occupancy.FRESH);
    assertThat(problem()).startsWith("1-A-1-1-CTP-12 is held by GTP lab-8");
    assertThat(listsAsked(london, "EFLOW")).isEqualTo(2);
  }

  /** To look who is in the way is a courtesy: what the element does not tell holds nobody up. */
  @Test
  void goesOnWhereAHolderIsNotToldOf() {
    var other = session(london);
    other.send(theirs("lab-7", "1-A-1-1-CTP-12"));
    assertThat(problem()).contains("lab-7");
    other.send(InputCommand.of("DLT-GTP").at("lab-7"));
    london.faults().next("RTRV-GTP:LONDON:lab-7", new Fault.Partly());

    assertThat(problem()).isEqualTo("none");
    assertThat(london.faults().areSpent()).isTrue();
  }

  @Test
  void leavesAloneWhatBearsOurNameButIsNotOurs() {
    session(london)
        .send(InputCommand.of("ENT-GTP").at(NAME + "-A").block("LBL=x", "CTP=1-A-4-1-CTP-1"));

    assertThat(circuits.bring(items(), List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class, it -> assertThat(it.problem()).contains("is held by x"));
    assertThat(circuits.bring(List.of(), items())).isInstanceOf(Circuits.Reached.class);
    assertThat(names(london)).containsExactly("GTP N-A");
  }

  @Test
  void findsOutByReadingWhatALostAnswerHid() {
    london.faults().next("ENT-CRS-STSPC", new Fault.DropAfter());

    assertThat(circuits.bring(items(), List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(names(london)).contains("CRS N");
  }

  @Test
  void saysSoWhenAnElementCannotBeReached() {
    london.crash();

    assertThat(circuits.bring(items(), List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class, it -> assertThat(it.problem()).contains("LONDON"));
    assertThat(metro.holds()).isEmpty();
    metro.crash();
    var item = items().getFirst();
    assertThatThrownBy(() -> metroDriver.read(List.of(item.place())))
        .isInstanceOf(ElementUnreachable.class);
  }

  @Test
  void deniesTheSecondOfTheSame() {
    var item = items().getFirst();
    assertThat(metroDriver.create(item)).isInstanceOf(Outcome.Done.class);
    assertThat(metroDriver.create(item)).isInstanceOf(Outcome.Denied.class);
    assertThat(metroDriver.takeOut(item)).hasValue(new Outcome.Done());
    assertThat(metroDriver.delete(item)).isInstanceOf(Outcome.Done.class);
    assertThat(metroDriver.takeOut(item)).get().isInstanceOf(Outcome.Denied.class);
    assertThat(metroDriver.delete(item)).isInstanceOf(Outcome.Denied.class);
  }

  /** What is asked of an element does not grow with what stands on it. */
  @Test
  void asksForEachWhereTheListOfAllIsLong() {
    var groups =
        IntStream.rangeClosed(1, 140)
            .mapToObj(
                n -> new Item("METRO-UCL", "GTP", "G" + n, NAME, Map.of("CTP", "1-A-1-1-CTP-" + n)))
            .toList();
    assertThat(metroDriver.listOurs()).isEmpty(); // as an NSAP does when it starts
    groups.forEach(group -> assertThat(metroDriver.create(group)).isEqualTo(new Outcome.Done()));
    var places = groups.stream().map(Item::place).toList();

    assertThat(metroDriver.read(places.subList(0, 15)).items()).hasSize(15);
    assertThat(listsAsked(metro, "GTP")).isOne();
    assertThat(metroDriver.read(places.subList(0, 16)).items()).hasSize(16);
    assertThat(listsAsked(metro, "GTP")).isEqualTo(2);
  }

  @Test
  void asksForAFewOneByOneUntilItKnowsHowLongTheListIs() {
    var places = Stream.of("G1", "G2").map(name -> new Item.Key("GTP", name)).toList();

    assertThat(metroDriver.read(places).items()).isEmpty();
    assertThat(listsAsked(metro, "GTP")).isZero();
    assertThat(metroDriver.listOurs()).isEmpty();
    assertThat(metroDriver.read(places).items()).isEmpty();
    assertThat(listsAsked(metro, "GTP")).isEqualTo(2);
    assertThat(metroDriver.read(places.subList(0, 1)).items()).isEmpty();
    assertThat(listsAsked(metro, "GTP")).isEqualTo(2);
  }

  private static long listsAsked(EmulatedElement element, String kind) {
    return element.transcript().stream()
        .filter(line -> line.text().matches("RTRV-" + kind + ":[^:]*:ALL:.*"))
        .count();
  }

  @Test
  void writesOneTextForOneSetOfPoints() {
    assertThat(CtpList.normal("1-A-5-1-CTP-3&1-A-5-1-CTP-1&1-A-5-1-CTP-2"))
        .isEqualTo("1-A-5-1-CTP-1&&3");
    assertThat(CtpList.normal("1-A-5-1-1&&21")).isEqualTo("1-A-5-1-CTP-1&&21");
    assertThat(CtpList.normal("b-CTP-2&a-CTP-1")).isEqualTo("a-CTP-1&b-CTP-2");
    assertThat(CtpList.normal("whatever")).isEqualTo("whatever");
    assertThat(CtpList.ofNumbers(List.of(7, 1, 2))).isEqualTo("1&&2&7");
  }
}
