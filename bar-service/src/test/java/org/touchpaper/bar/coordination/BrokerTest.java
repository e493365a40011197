package org.touchpaper.bar.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.connection.SegmentUnreachable;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.kit.ScriptedHolder;

/** The broker towards its segments: all hold, or none; every order is given until it is heard. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrokerTest {

  private static final Stp VIS = BrokerUnderTest.VIS;
  private static final Stp NEWTON = BrokerUnderTest.NEWTON;
  private static final Stp LANCASTER = Stp.parse("urn:ogf:network:lancaster.ukl:2026:archive");

  private BrokerUnderTest it = BrokerUnderTest.at("ucl");
  private int day;

  @BeforeAll
  void nothingYet() {
    day = 0;
  }

  @AfterAll
  void close() {
    it.stop();
  }

  /** Every test has a day of its own, so that none is in another's way. */
  private Schedule tomorrow() {
    var start = it.now().plus(Duration.ofDays(++day));
    return new Schedule(start, start.plus(Duration.ofHours(1)));
  }

  private Reserve reserve(Stp source, Stp destination, int mbps, Schedule schedule) {
    var id = new ConnectionId(UUID.randomUUID());
    return new Reserve(
        ScriptedHolder.requester(),
        id,
        1,
        new Criteria(source, destination, mbps, schedule),
        it.holder().of(id));
  }

  private static Order order(Reserve request) {
    return new Order(request.requester(), request.connection(), request.version());
  }

  private long holding() {
    return it.segments.values().stream().mapToLong(FakeSegment::holding).sum();
  }

  /** Twice, and the same answer. */
  private ReserveAnswer ask(Reserve request) {
    var answer = it.broker().reserve(request);
    assertThat(it.broker().reserve(request)).isEqualTo(answer);
    return answer;
  }

  @Test
  void asksCampusThenWideAreaThenTheOtherSitesBrokerAndHandsOnTheLabels() {
    var request = reserve(VIS, NEWTON, 300, tomorrow());
    var answer = ask(request);
    assertThat(answer)
        .isEqualTo(
            new ReserveAnswer.Held(
                VIS, NEWTON, java.util.List.of("LNSAP-UCL", "NSAP", "BAR-MANCHESTER")));
    it.broker().commit(order(request));
    it.broker().commit(order(request));
    it.broker().provision(order(request));
    it.broker().provision(order(request));
    assertThat(it.broker().query(request.requester(), request.connection()))
        .isInstanceOfSatisfying(
            Report.Known.class, known -> assertThat(known.version()).isEqualTo(1));
    for (var name : java.util.List.of("lnsap-ucl", "nsap", "bar-manchester")) {
      var segment = it.segmentOf(name);
      assertThat(segment.connections()).anyMatch(segment::isProvisioned);
    }
    it.broker().terminate(order(request));
    it.broker().terminate(order(request));
  }

  @Test
  void oneSegmentThatIsAwayDoesNotKeepTheOthersUp() {
    var request = reserve(VIS, NEWTON, 300, tomorrow());
    ask(request);
    it.broker().commit(order(request));
    var before = holding();
    it.segmentOf("lnsap-ucl").beSilentFor(1, false);
    it.broker().terminate(order(request));
    assertThat(holding()).as("only the silent one still holds").isEqualTo(before - 2);
    it.broker().terminate(order(request));
  }

  @Test
  void aCircuitThatComesInHasItsPathInTheOrderOfItsBits() {
    var request = reserve(NEWTON, VIS, 300, tomorrow());
    assertThat(ask(request))
        .isEqualTo(
            new ReserveAnswer.Held(
                NEWTON, VIS, java.util.List.of("BAR-MANCHESTER", "NSAP", "LNSAP-UCL")));
    it.broker().abort(order(request));
  }

  @Test
  void oneRefusalAndNothingIsLeftHeld() {
    var before = holding();
    var schedule = tomorrow();
    var first = reserve(VIS, NEWTON, 800, schedule);
    ask(first);
    var second = reserve(VIS, NEWTON, 800, schedule);
    assertThat(ask(second))
        .isInstanceOfSatisfying(
            ReserveAnswer.Refused.class,
            refused -> assertThat(refused.refusal().code()).isEqualTo(Refusal.Code.CAPACITY_BUSY));
    it.broker().abort(order(first));
    it.broker().abort(order(first));
    assertThat(holding()).isEqualTo(before);
    assertThatThrownBy(() -> it.broker().commit(order(second)))
        .isInstanceOfSatisfying(
            Fault.class, fault -> assertThat(fault.code()).isEqualTo(Fault.Code.COMMIT_FAILED));
  }

  @Test
  void aLabelRefusedIsChosenAnewUnderANewSegmentId() {
    it.segmentOf("nsap").refuseLabel(100);
    try {
      var request = reserve(VIS, NEWTON, 100, tomorrow());
      var before = holding();
      assertThat(ask(request)).isInstanceOf(ReserveAnswer.Held.class);
      assertThat(holding()).isEqualTo(before + 3);
      it.broker().abort(order(request));
      assertThat(holding()).isEqualTo(before);
    } finally {
      it.segmentOf("nsap").allowLabels();
    }
  }

  @Test
  void aCampusWithoutABrokerIsRefusedAsSuch() {
    assertThat(ask(reserve(VIS, LANCASTER, 100, tomorrow())))
        .isInstanceOfSatisfying(
            ReserveAnswer.Refused.class,
            refused -> assertThat(refused.refusal().reason()).contains("Lancaster has no BAR"));
  }

  @Test
  void aSegmentThatDoesNotAnswerIsAskedAgainAndAnswersTheSame() {
    var request = reserve(VIS, NEWTON, 100, tomorrow());
    it.segmentOf("nsap").beSilentFor(1, true);
    assertThatThrownBy(() -> it.broker().reserve(request)).isInstanceOf(SegmentUnreachable.class);
    assertThat(ask(request)).isInstanceOf(ReserveAnswer.Held.class);
    it.segmentOf("bar-manchester").beSilentFor(2, false);
    it.broker().commit(order(request));
    it.advance(Duration.ofSeconds(2));
    it.advance(Duration.ofSeconds(4));
    it.advance(Duration.ofSeconds(8));
    assertThat(it.segmentOf("bar-manchester").committed()).isPositive();
    it.broker().terminate(order(request));
  }

  @Test
  void anAbortThatOvertakesItsReserveIsRemembered() {
    var request = reserve(VIS, NEWTON, 100, tomorrow());
    it.broker().abort(order(request));
    assertThat(ask(request))
        .isInstanceOfSatisfying(
            ReserveAnswer.Refused.class,
            refused -> assertThat(refused.refusal().code()).isEqualTo(Refusal.Code.GIVEN_UP));
  }

  @Test
  void theSameIdWithOtherContentIsAFault() {
    var request = reserve(VIS, NEWTON, 100, tomorrow());
    ask(request);
    var other =
        new Reserve(
            request.requester(),
            request.connection(),
            1,
            new Criteria(VIS, NEWTON, 101, tomorrow()),
            request.holder());
    assertThatThrownBy(() -> it.broker().reserve(other))
        .isInstanceOfSatisfying(
            Fault.class,
            fault -> assertThat(fault.code()).isEqualTo(Fault.Code.CONTRADICTS_EARLIER));
    it.broker().abort(order(request));
  }

  @Test
  void aHoldInDoubtAsksItsHolderAndDoesWhatItSays() {
    var request = reserve(VIS, NEWTON, 100, tomorrow());
    ask(request);
    it.restart();
    it.holder().decide(request.connection(), Outcome.COMMIT);
    it.round();
    assertThat(phase(request)).isEqualTo(Phase.COMMITTED);
    assertThat(it.segmentOf("nsap").committed()).isPositive();
    it.broker().terminate(order(request));
    assertThat(phase(request)).isEqualTo(Phase.CANCELLED);
  }

  @Test
  void aSegmentInDoubtIsToldAbortWhereThereIsNoRow() {
    var nobody = new ConnectionId(UUID.randomUUID());
    var asking =
        new org.touchpaper.segment.connection.Requester(
            "nsap", ScriptedHolder.requester().onBehalfOf(), "x");
    assertThat(it.upward().outcome(asking, nobody, 1)).isEqualTo(Outcome.ABORT);
  }

  @Test
  void aSegmentInDoubtIsToldWhatWasDecided() {
    var request = reserve(VIS, NEWTON, 100, tomorrow());
    ask(request);
    var asking =
        new org.touchpaper.segment.connection.Requester(
            "nsap", ScriptedHolder.requester().onBehalfOf(), "x");
    var segment = request.connection().part("segment/1");
    assertThat(it.upward().outcome(asking, segment, 1)).isEqualTo(Outcome.UNDECIDED);
    it.broker().commit(order(request));
    assertThat(it.upward().outcome(asking, segment, 1)).isEqualTo(Outcome.COMMIT);
    it.broker().terminate(order(request));
  }

  @Test
  void anEmptySecondVersionCancels() {
    var request = reserve(VIS, NEWTON, 100, tomorrow());
    ask(request);
    it.broker().commit(order(request));
    var before = holding();
    var cancel = new Reserve(request.requester(), request.connection(), 2, null, request.holder());
    assertThat(ask(cancel)).isInstanceOf(ReserveAnswer.Held.class);
    it.broker().commit(order(cancel));
    it.broker().commit(order(cancel));
    assertThat(phase(request)).isEqualTo(Phase.CANCELLED);
    assertThat(holding()).isLessThan(before);
  }

  private Phase phase(Reserve request) {
    return it.lightpaths()
        .find(request.connection(), (Reservation r) -> r.phase(it.now()))
        .orElseThrow();
  }

  /** Two calls with one key: what one of them gives up is booked already for the other. */
  @Test
  void whoseCallIsLostWhileItsTwinBooksHearsThatItIsBooked() {
    var asked = new Criteria(VIS, NEWTON, 300, tomorrow());
    var wish = new Lightpaths.Wish(it.requester().onBehalfOf(), "twins", "digest", "", () -> asked);
    var twin = new AtomicReference<Lightpaths.Outcome>();
    it.segmentOf("nsap").loseOneCallWhile(() -> twin.set(it.lightpaths().book(wish)));
    var outcome = it.lightpaths().book(wish);
    assertThat(outcome).isInstanceOf(Lightpaths.Outcome.Booked.class).isEqualTo(twin.get());
    assertThat(it.lightpaths().book(wish)).isEqualTo(outcome);
  }

  @Test
  void whatIsCutWhileItIsUpIsTornDownOnEverySegment() {
    var schedule = tomorrow();
    var asked = new Criteria(VIS, NEWTON, 300, schedule);
    var person = it.requester().onBehalfOf();
    var id = new ConnectionId(UUID.randomUUID());
    var request = new Reserve(it.requester(), id, 1, asked, it.holder().of(id));
    it.broker().reserve(request);
    assertThatThrownBy(() -> it.lightpaths().cut(person, id))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("not decided yet");
    it.broker().commit(order(request));
    it.broker().provision(order(request));
    it.clock.set(schedule.startTime());
    it.round();
    assertThat(phase(id)).isEqualTo(Phase.ACTIVE);

    it.lightpaths().cut(person, id);
    it.lightpaths().cut(person, id);
    it.advance(Duration.ofSeconds(2)); // its holder is told, and its elements read clean
    assertThat(phase(id)).isEqualTo(Phase.FAILED);
    assertThat(it.lightpaths().find(id, (Reservation r) -> r.circuit().isReleased()))
        .contains(true);
    assertThat(it.lightpaths().find(id, (Reservation r) -> r.lifecycle().reason().orElseThrow()))
        .contains("cut by " + person.name());
  }

  private Phase phase(ConnectionId id) {
    return it.lightpaths().find(id, (Reservation r) -> r.phase(it.now())).orElseThrow();
  }
}
