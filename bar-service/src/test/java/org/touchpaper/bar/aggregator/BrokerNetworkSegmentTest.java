package org.touchpaper.bar.aggregator;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.CutNotice;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails.Endpoint;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentHolder.Outcome;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.kit.ScriptedHolder;

/** The broker and its segments: all hold or none; each call is repeated until it is answered. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrokerNetworkSegmentTest {

  private static final Stp VIS = BrokerNetworkSegmentFixture.VIS;
  private static final Stp NEWTON = BrokerNetworkSegmentFixture.NEWTON;
  private static final Stp LANCASTER = Stp.parse("urn:ogf:network:lancaster.ukl:2026:archive");

  private BrokerNetworkSegmentFixture broker = BrokerNetworkSegmentFixture.manuallyPolledAt("ucl");
  private int day;

  @BeforeAll
  void resetFixture() {
    day = 0;
  }

  @AfterAll
  void close() {
    broker.stop();
  }

  /** Each test uses its own day, so that bookings do not compete. */
  private Schedule tomorrow() {
    var start = broker.now().plus(Duration.ofDays(++day));
    return new Schedule(start, start.plus(Duration.ofHours(1)));
  }

  private ReserveRequest reserve(Stp source, Stp destination, int mbps, Schedule schedule) {
    var id = new ConnectionId(UUID.randomUUID());
    return new ReserveRequest(
        ScriptedHolder.requester(),
        id,
        1,
        new Criteria(source, destination, mbps, schedule),
        broker.holder().holderOf(id));
  }

  private static ConnectionVersionRequest order(ReserveRequest request) {
    return new ConnectionVersionRequest(
        request.requester(), request.connection(), request.version());
  }

  private long holding() {
    return broker.segments.values().stream().mapToLong(FakeSegment::heldCount).sum();
  }

  /** Sends it twice and expects the same reply. */
  private ReserveResult reserveTwice(ReserveRequest request) {
    var answer = broker.broker().reserve(request);
    assertThat(broker.broker().reserve(request)).isEqualTo(answer);
    return answer;
  }

  @Test
  void reservesCampusWideAreaAndRemoteBrokerInOrderAndPassesOnTheLabels() {
    var request = reserve(VIS, NEWTON, 300, tomorrow());
    var answer = reserveTwice(request);
    assertThat(answer)
        .isEqualTo(
            new ReserveResult.Held(
                VIS, NEWTON, java.util.List.of("LNSAP-UCL", "NSAP", "BAR-MANCHESTER")));
    broker.broker().commit(order(request));
    broker.broker().commit(order(request));
    broker.broker().provision(order(request));
    broker.broker().provision(order(request));
    assertThat(broker.broker().query(request.requester(), request.connection()))
        .isInstanceOfSatisfying(
            ConnectionReport.Known.class, report -> assertThat(report.version()).isEqualTo(1));
    for (var name : java.util.List.of("lnsap-ucl", "nsap", "bar-manchester")) {
      var segment = broker.segmentOf(name);
      assertThat(segment.connections()).anyMatch(segment::isProvisioned);
    }
    broker.broker().terminate(order(request));
    broker.broker().terminate(order(request));
  }

  @Test
  void anUnreachableSegmentDoesNotDelayTheOthers() {
    var request = reserve(VIS, NEWTON, 300, tomorrow());
    reserveTwice(request);
    broker.broker().commit(order(request));
    var before = holding();
    broker.segmentOf("lnsap-ucl").stopAnsweringFor(1, false);
    broker.broker().terminate(order(request));
    assertThat(holding()).as("only the unreachable segment still holds").isEqualTo(before - 2);
    broker.broker().terminate(order(request));
  }

  @Test
  void anIncomingCircuitHasItsPathFromSourceToDestination() {
    var request = reserve(NEWTON, VIS, 300, tomorrow());
    assertThat(reserveTwice(request))
        .isEqualTo(
            new ReserveResult.Held(
                NEWTON, VIS, java.util.List.of("BAR-MANCHESTER", "NSAP", "LNSAP-UCL")));
    broker.broker().abort(order(request));
  }

  /** The source campus may be the far one; it knows both addresses, its neighbour the delay. */
  @Test
  void theEndsAreThoseOfTheOuterSegmentsWithTheAddressesOfAny() {
    var border = Endpoint.ofAddress(null);
    var newton = new Endpoint("EDGE-MAN", "Gi3/1", 105, true, 9000, "fd00:88:0:0:0:0:0:2/127");
    var vis = new Endpoint("EDGE-UCL", "Gi3/1", 101, true, 1500, null);
    var metro = new Endpoint("METRO", "1-A-9", 100, true, null, null);
    broker
        .segmentOf("bar-manchester")
        .describeEndpoints(
            new LightpathEndsAccessDetails(
                newton, Endpoint.ofAddress("fd00:88:0:0:0:0:0:3/127"), null));
    broker
        .segmentOf("nsap")
        .describeEndpoints(new LightpathEndsAccessDetails(metro, metro, Duration.ofMillis(3)));
    broker
        .segmentOf("lnsap-ucl")
        .describeEndpoints(new LightpathEndsAccessDetails(border, vis, null));
    try {
      var request = reserve(NEWTON, VIS, 300, tomorrow());
      assertThat(reserveTwice(request))
          .isInstanceOfSatisfying(
              ReserveResult.Held.class,
              held ->
                  assertThat(held.endpoints())
                      .isEqualTo(
                          new LightpathEndsAccessDetails(
                              newton,
                              vis.withAddress("fd00:88:0:0:0:0:0:3/127"),
                              Duration.ofMillis(3))));
      broker.broker().abort(order(request));
    } finally {
      broker
          .segments
          .values()
          .forEach(segment -> segment.describeEndpoints(LightpathEndsAccessDetails.UNKNOWN));
    }
  }

  /** A segment that says nothing of its own end must not be replaced by its neighbour. */
  @Test
  void anEndThatItsCampusDoesNotDescribeStaysUnknown() {
    var metro = new Endpoint("METRO", "1-A-9", 100, true, null, null);
    broker.segmentOf("nsap").describeEndpoints(new LightpathEndsAccessDetails(metro, metro, null));
    try {
      var request = reserve(VIS, NEWTON, 300, tomorrow());
      assertThat(reserveTwice(request))
          .isInstanceOfSatisfying(
              ReserveResult.Held.class,
              held -> assertThat(held.endpoints()).isEqualTo(LightpathEndsAccessDetails.UNKNOWN));
      broker.broker().abort(order(request));
    } finally {
      broker.segmentOf("nsap").describeEndpoints(LightpathEndsAccessDetails.UNKNOWN);
    }
  }

  @Test
  void oneRefusalReleasesAllHolds() {
    var before = holding();
    var schedule = tomorrow();
    var first = reserve(VIS, NEWTON, 800, schedule);
    reserveTwice(first);
    var second = reserve(VIS, NEWTON, 800, schedule);
    assertThat(reserveTwice(second))
        .isInstanceOfSatisfying(
            ReserveResult.Refused.class,
            refused -> assertThat(refused.refusal().code()).isEqualTo(Refusal.Code.CAPACITY_BUSY));
    broker.broker().abort(order(first));
    broker.broker().abort(order(first));
    assertThat(holding()).isEqualTo(before);
    assertThatThrownBy(() -> broker.broker().commit(order(second)))
        .isInstanceOfSatisfying(
            SegmentFaultException.class,
            fault -> assertThat(fault.code()).isEqualTo(SegmentFaultException.Code.COMMIT_FAILED));
  }

  /** The segment that does not answer is aborted later: its hold is stored. */
  @Test
  void aRefusalDoesNotWaitForASegmentThatDoesNotAnswer() {
    var schedule = tomorrow();
    var local = reserve(VIS, NEWTON, 1000, schedule);
    broker.segmentOf("lnsap-ucl").reserve(local);
    var before = holding();
    var remote = broker.segmentOf("bar-manchester");
    var isAsked = new CountDownLatch(1);
    var isAnswered = new CountDownLatch(1);
    remote.loseNextReserveAfter(() -> {
      isAsked.countDown();
      await(isAnswered);
    });
    broker.segmentOf("lnsap-ucl").runBeforeReserve(() -> await(isAsked));
    var request = reserve(VIS, NEWTON, 300, schedule);
    var abort = "abort " + request.connection().derive("segment/2");
    try {
      assertThat(broker.broker().reserve(request))
          .isInstanceOfSatisfying(
              ReserveResult.Refused.class,
              refused ->
                  assertThat(refused.refusal().code()).isEqualTo(Refusal.Code.CAPACITY_BUSY));
      assertThat(remote.receivedCalls()).doesNotContain(abort);
      broker.advance(Duration.ofSeconds(2));
      assertThat(remote.receivedCalls()).contains(abort);
    } finally {
      isAnswered.countDown();
      broker.segmentOf("lnsap-ucl").runBeforeReserve(() -> {});
    }
    assertThat(holding()).isEqualTo(before);
    broker.segmentOf("lnsap-ucl").abort(order(local));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aRefusedLabelIsReplacedUnderANewSegmentId() {
    broker.segmentOf("nsap").refuseLabel(100);
    try {
      var request = reserve(VIS, NEWTON, 100, tomorrow());
      var before = holding();
      assertThat(reserveTwice(request)).isInstanceOf(ReserveResult.Held.class);
      assertThat(holding()).isEqualTo(before + 3);
      broker.broker().abort(order(request));
      assertThat(holding()).isEqualTo(before);
    } finally {
      broker.segmentOf("nsap").allowLabels();
    }
  }

  private java.util.List<SegmentDryRunRequest.Result> dryRunTwice(ReserveRequest... requests) {
    var items =
        java.util.Arrays.stream(requests)
            .map(
                it -> new SegmentDryRunRequest.Item(it.connection(), requireNonNull(it.criteria())))
            .toList();
    var dryRun = new SegmentDryRunRequest(ScriptedHolder.requester(), items);
    var before = holding();
    var results = broker.broker().dryRun(dryRun);
    assertThat(broker.broker().dryRun(dryRun)).isEqualTo(results);
    assertThat(holding()).isEqualTo(before);
    return results;
  }

  /** The wide area refuses the lowest label at both borders. */
  @Test
  void aDryRunTakesAnotherLabelLikeTheReserveThatFollows() {
    broker.segmentOf("nsap").refuseLabel(100);
    try {
      var request = reserve(VIS, NEWTON, 100, tomorrow());
      var result = dryRunTwice(request).getFirst();
      assertThat(result)
          .isInstanceOfSatisfying(
              SegmentDryRunRequest.Result.Fits.class,
              fits ->
                  assertThat(reserveTwice(request))
                      .isEqualTo(
                          new ReserveResult.Held(fits.source(), fits.destination(), fits.path())));
      broker.broker().abort(order(request));
    } finally {
      broker.segmentOf("nsap").allowLabels();
    }
  }

  @Test
  void aDryRunJudgesEarlierItemsFirst() {
    var schedule = tomorrow();
    var first = reserve(VIS, NEWTON, 600, schedule);
    var second = reserve(NEWTON, VIS, 600, schedule);
    var third = reserve(VIS, NEWTON, 400, schedule);
    assertThat(dryRunTwice(first, second, third))
        .extracting(result -> result instanceof SegmentDryRunRequest.Result.Fits)
        .containsExactly(true, false, true);
  }

  /** Both campuses are asked before an answer counts, as in a reserve. */
  @Test
  void aRefusalInADryRunCountsAlthoughAnotherSegmentIsSilent() {
    var request = reserve(VIS, NEWTON, 1001, tomorrow());
    for (var silent : java.util.List.of("lnsap-ucl", "bar-manchester")) {
      broker.segmentOf(silent).stopAnsweringFor(2, false);
      assertThat(dryRunTwice(request).getFirst())
          .isInstanceOf(SegmentDryRunRequest.Result.Refused.class);
    }
    var possible = reserve(VIS, NEWTON, 100, tomorrow());
    broker.segmentOf("bar-manchester").stopAnsweringFor(1, false);
    assertThatThrownBy(() -> dryRunTwice(possible))
        .isInstanceOf(SegmentUnreachableException.class)
        .hasMessageContaining("bar-manchester");
  }

  @Test
  void aCampusWithoutABrokerIsRefused() {
    assertThat(reserveTwice(reserve(VIS, LANCASTER, 100, tomorrow())))
        .isInstanceOfSatisfying(
            ReserveResult.Refused.class,
            refused -> assertThat(refused.refusal().reason()).contains("Lancaster has no BAR"));
  }

  @Test
  void aCallWithoutAnAnswerIsRepeatedWithTheSameResult() {
    var request = reserve(VIS, NEWTON, 100, tomorrow());
    broker.segmentOf("nsap").stopAnsweringFor(1, true);
    assertThatThrownBy(() -> broker.broker().reserve(request))
        .isInstanceOf(SegmentUnreachableException.class);
    assertThat(reserveTwice(request)).isInstanceOf(ReserveResult.Held.class);
    broker.segmentOf("bar-manchester").stopAnsweringFor(2, false);
    broker.broker().commit(order(request));
    broker.advance(Duration.ofSeconds(2));
    broker.advance(Duration.ofSeconds(4));
    broker.advance(Duration.ofSeconds(8));
    assertThat(broker.segmentOf("bar-manchester").committedCount()).isPositive();
    broker.broker().terminate(order(request));
  }

  @Test
  void aReleaseReachesASegmentWhoseAnswerToTheCommitWasLost() {
    var request = reserve(VIS, NEWTON, 100, tomorrow());
    reserveTwice(request);
    broker.segmentOf("nsap").stopAnsweringFor(1, true);
    broker.broker().commitAndProvision(order(request));
    assertThat(provisioned(request)).hasSize(3);
    broker.broker().release(order(request));
    assertThat(provisioned(request)).isEmpty();
    broker.broker().commitAndProvision(order(request));
    assertThat(provisioned(request)).as("a repeat does not undo the release").isEmpty();
    broker.broker().provision(order(request));
    assertThat(provisioned(request)).hasSize(3);
    broker.broker().terminate(order(request));
  }

  @Test
  void aReleaseDoesNotWaitForASegmentThatIsSilentSinceTheCommit() {
    var request = reserve(VIS, NEWTON, 100, tomorrow());
    reserveTwice(request);
    broker.segmentOf("bar-manchester").stopAnsweringFor(2, true);
    broker.broker().commitAndProvision(order(request));
    broker.broker().release(order(request));
    assertThat(provisioned(request)).containsExactly("bar-manchester");
    broker.advance(Duration.ofMinutes(1));
    assertThat(provisioned(request)).isEmpty();
    broker.broker().terminate(order(request));
  }

  /** The segments that may bring a circuit up. */
  private List<String> provisioned(ReserveRequest request) {
    var parts = IntStream.range(0, 3).mapToObj(i -> request.connection().derive("segment/" + i));
    var ids = parts.toList();
    return broker.segments.entrySet().stream()
        .filter(entry -> ids.stream().anyMatch(entry.getValue()::isProvisioned))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Such as a peer that is not configured: it is shown as what it is. */
  @Test
  void aFaultOfThisBrokerIsThrownOnceTheAnswersOfOthersAreStored() {
    var request = reserve(VIS, NEWTON, 100, tomorrow());
    broker
        .segmentOf("bar-manchester")
        .loseNextReserveAfter(() -> {
          throw new IllegalArgumentException("no such peer");
        });
    assertThatThrownBy(() -> broker.broker().reserve(request))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(reserveTwice(request)).isInstanceOf(ReserveResult.Held.class);
    assertThat(broker.segmentOf("lnsap-ucl").receivedCalls())
        .containsOnlyOnce("reserve " + request.connection().derive("segment/0"));
    broker.broker().abort(order(request));
  }

  @Test
  void anAbortThatArrivesBeforeItsReserveIsStored() {
    var request = reserve(VIS, NEWTON, 100, tomorrow());
    broker.broker().abort(order(request));
    assertThat(reserveTwice(request))
        .isInstanceOfSatisfying(
            ReserveResult.Refused.class,
            refused -> assertThat(refused.refusal().code()).isEqualTo(Refusal.Code.GIVEN_UP));
  }

  @Test
  void theSameIdWithDifferentContentIsAFault() {
    var request = reserve(VIS, NEWTON, 100, tomorrow());
    reserveTwice(request);
    var changed =
        new ReserveRequest(
            request.requester(),
            request.connection(),
            1,
            new Criteria(VIS, NEWTON, 101, tomorrow()),
            request.holder());
    assertThatThrownBy(() -> broker.broker().reserve(changed))
        .isInstanceOfSatisfying(
            SegmentFaultException.class,
            fault ->
                assertThat(fault.code()).isEqualTo(SegmentFaultException.Code.CONTRADICTS_EARLIER));
    broker.broker().abort(order(request));
  }

  @Test
  void anUndecidedHoldFollowsItsHoldersOutcome() {
    var request = reserve(VIS, NEWTON, 100, tomorrow());
    reserveTwice(request);
    broker.restart();
    broker.holder().decide(request.connection(), Outcome.COMMIT);
    broker.pollOnce();
    assertThat(phase(request)).isEqualTo(BookingPhase.COMMITTED);
    assertThat(broker.segmentOf("nsap").committedCount()).isPositive();
    broker.broker().terminate(order(request));
    assertThat(phase(request)).isEqualTo(BookingPhase.CANCELLED);
  }

  @Test
  void anUndecidedSegmentWithoutARowGetsAbort() {
    var unknownSegment = new ConnectionId(UUID.randomUUID());
    var segmentRequester =
        new org.touchpaper.segment.connection.RequesterIdentity(
            "nsap", ScriptedHolder.requester().onBehalfOf(), "x");
    assertThat(broker.segmentHolder().outcome(segmentRequester, unknownSegment, 1))
        .isEqualTo(Outcome.ABORT);
  }

  @Test
  void anUndecidedSegmentGetsTheDecision() {
    var request = reserve(VIS, NEWTON, 100, tomorrow());
    reserveTwice(request);
    var segmentRequester =
        new org.touchpaper.segment.connection.RequesterIdentity(
            "nsap", ScriptedHolder.requester().onBehalfOf(), "x");
    var segment = request.connection().derive("segment/1");
    assertThat(broker.segmentHolder().outcome(segmentRequester, segment, 1))
        .isEqualTo(Outcome.UNDECIDED);
    broker.broker().commit(order(request));
    assertThat(broker.segmentHolder().outcome(segmentRequester, segment, 1))
        .isEqualTo(Outcome.COMMIT);
    broker.broker().terminate(order(request));
  }

  @Test
  void anEmptySecondVersionCancels() {
    var request = reserve(VIS, NEWTON, 100, tomorrow());
    reserveTwice(request);
    broker.broker().commit(order(request));
    var before = holding();
    var cancel =
        new ReserveRequest(request.requester(), request.connection(), 2, null, request.holder());
    assertThat(reserveTwice(cancel)).isInstanceOf(ReserveResult.Held.class);
    broker.broker().commit(order(cancel));
    broker.broker().commit(order(cancel));
    assertThat(phase(request)).isEqualTo(BookingPhase.CANCELLED);
    assertThat(holding()).isLessThan(before);
  }

  private BookingPhase phase(ReserveRequest request) {
    return broker
        .lightpaths()
        .find(request.connection(), (Reservation r) -> r.phase(broker.now()))
        .orElseThrow();
  }

  /** Two calls use one key: what one abandons the other has booked. */
  @Test
  void aFailedCallReturnsBookedIfItsTwinBooked() {
    var criteria = new Criteria(VIS, NEWTON, 300, tomorrow());
    var request =
        new LightpathService.LightpathRequest(
            broker.requester().onBehalfOf(), "twins", "digest", "", () -> criteria);
    var twin = new AtomicReference<LightpathService.BookingOutcome>();
    broker
        .segmentOf("nsap")
        .loseNextReserveAfter(() -> twin.set(broker.lightpaths().book(request)));
    var outcome = broker.lightpaths().book(request);
    assertThat(outcome)
        .isInstanceOf(LightpathService.BookingOutcome.Booked.class)
        .isEqualTo(twin.get());
    assertThat(broker.lightpaths().book(request)).isEqualTo(outcome);
  }

  @Test
  void aForcedEndWhileActiveTearsDownEverySegment() {
    var schedule = tomorrow();
    var criteria = new Criteria(VIS, NEWTON, 300, schedule);
    var person = broker.requester().onBehalfOf();
    var id = new ConnectionId(UUID.randomUUID());
    var request =
        new ReserveRequest(broker.requester(), id, 1, criteria, broker.holder().holderOf(id));
    broker.broker().reserve(request);
    broker.broker().commit(order(request));
    broker.broker().provision(order(request));
    broker.clock.set(schedule.startTime());
    broker.pollOnce();
    assertThat(phase(id)).isEqualTo(BookingPhase.ACTIVE);

    broker.lightpaths().forceEnd(person, id, _ -> {});
    broker.lightpaths().forceEnd(person, id, _ -> {});
    broker.advance(Duration.ofSeconds(2)); // the holder is notified, and the clean-up verified
    assertThat(phase(id)).isEqualTo(BookingPhase.FAILED);
    assertThat(broker.lightpaths().find(id, (Reservation r) -> r.dataPlaneStatus().isReleased()))
        .contains(true);
    assertThat(
            broker.lightpaths().find(id, (Reservation r) -> r.lifecycle().reason().orElseThrow()))
        .contains("cut by " + person.name());
    assertThat(broker.loggedCuts(id)).containsExactly("ada: cut by ada");
  }

  private static CutNotice cutAt(Instant at) {
    return new CutNotice(UUID.randomUUID(), "the security office of UKLight", at, "port scan");
  }

  /** The notification of it may be lost. */
  @Test
  void aCutThatIsLearnedByAQueryIsLoggedOnce() {
    var request = reserve(VIS, NEWTON, 300, tomorrow());
    var id = request.connection();
    broker.broker().reserve(request);
    broker.broker().commit(order(request));
    broker.broker().provision(order(request));
    broker.clock.set(requireNonNull(request.criteria()).schedule().startTime());
    broker.pollOnce();
    var cut = cutAt(broker.now());
    broker.segmentOf("nsap").cut(segmentAt("nsap", id), cut);
    for (var time = 1; time <= 2; time++) {
      broker.advance(Duration.ofMinutes(1));
    }
    assertThat(phase(id)).isEqualTo(BookingPhase.FAILED);
    assertThat(broker.loggedCuts(id))
        .containsExactly(
            "the security office of UKLight: cut by the security office of UKLight: port scan");
  }

  /** A refused commit says that it was cut; the notice that follows says by whom and why. */
  @Test
  void theNoticeOfACutReplacesWhatARefusedCommitSaidOfIt() {
    var request = reserve(VIS, NEWTON, 300, tomorrow());
    var id = request.connection();
    broker.broker().reserve(request);
    var segment = segmentAt("nsap", id);
    var cut = cutAt(broker.now());
    broker.segmentOf("nsap").cut(segment, cut);
    broker.broker().commit(order(request));
    assertThat(cutOf(id).by()).isEqualTo("the security office at nsap");

    var nsap = new RequesterIdentity("nsap", request.requester().onBehalfOf(), "its notice");
    var end = new Notification.ForcedEnd(segment, broker.now(), cut.sentence(), cut);
    for (var time = 1; time <= 2; time++) {
      broker.segmentHolder().notify(nsap, end);
    }
    assertThat(cutOf(id)).isEqualTo(cut);
    assertThat(
            broker.lightpaths().find(id, (Reservation r) -> r.lifecycle().reason().orElseThrow()))
        .contains(cut.sentence());
    assertThat(broker.loggedCuts(id))
        .containsExactly(
            "the security office at nsap: cut by the security office at nsap: CUT: it was cut",
            "the security office of UKLight: cut by the security office of UKLight: port scan");
    broker.advance(Duration.ofSeconds(2));
    assertThat(broker.holder().received())
        .filteredOn(it -> it.connection().equals(id))
        .last()
        .isInstanceOfSatisfying(
            Notification.ForcedEnd.class, it -> assertThat(it.cut()).isEqualTo(cut));
  }

  private CutNotice cutOf(ConnectionId id) {
    return broker
        .lightpaths()
        .find(id, (Reservation r) -> r.lifecycle().cut().orElseThrow())
        .orElseThrow();
  }

  private ConnectionId segmentAt(String peer, ConnectionId id) {
    return broker
        .lightpaths()
        .find(
            id,
            (Reservation r) ->
                r.inCircuitOrder().stream()
                    .filter(hold -> hold.peer().equals(peer))
                    .map(hold -> hold.segment())
                    .findFirst()
                    .orElseThrow())
        .orElseThrow();
  }

  private BookingPhase phase(ConnectionId id) {
    return broker.lightpaths().find(id, (Reservation r) -> r.phase(broker.now())).orElseThrow();
  }
}
