package org.touchpaper.segment.reservation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.CutNotice;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.cut.CircuitSearchRequest;
import org.touchpaper.segment.cut.Cut;
import org.touchpaper.segment.cut.CutRepository;
import org.touchpaper.segment.cut.CutTarget;
import org.touchpaper.segment.cut.OfficerCircuitView;
import org.touchpaper.segment.officer.CutOrderResult;

/** Security officers cut what they must, and lift it. Every order is sent twice. */
class CutTest {

  private static final CutTarget LEFT = new CutTarget.Host("left");
  private static final CutTarget SITE = new CutTarget.Site("wire.ukl:2026");
  private static final Duration HOUR = Duration.ofHours(1);

  private final InMemorySegment underTest = new InMemorySegment(InMemorySegment.MANUAL_SCHEDULE);
  private final ConnectionId up = newId();
  private final ConnectionId held = newId();

  @AfterEach
  void close() {
    underTest.close();
  }

  @Test
  void aCutHostEndsItsCircuitsAtOnceAndTellsTheirHolders() {
    bringUp(up);
    var cut = cut(LEFT);
    assertThat(known(up).lifecycle()).isEqualTo(LifecycleState.FAILED);
    underTest.runDueTasks();

    assertThat(underTest.a.items()).isEmpty();
    assertThat(underTest.b.items()).isEmpty();
    var notice = new CutNotice(cut.id(), "the security office of the wire", cut.at(), "intrusion");
    assertThat(known(up))
        .returns(true, ConnectionReport.Known::released)
        .returns("cut by the security office of the wire: intrusion", k -> k.problem())
        .returns(notice, ConnectionReport.Known::cut);
    assertThat(underTest.holder().received())
        .filteredOn(Notification.ForcedEnd.class::isInstance)
        .extracting(end -> ((Notification.ForcedEnd) end).cut())
        .containsExactly(notice);
  }

  @Test
  void whatIsCutIsRefusedUntilTheCutIsLifted() {
    var cut = cut(LEFT);
    var refusal = refused(reserve(held));
    assertThat(refusal.code()).isEqualTo(Refusal.Code.CUT);
    assertThat(refusal.reason())
        .contains(
            "left.wire was cut", "the security office of the wire", "intrusion", "" + cut.id());
    assertThat(refusal.nextFit()).isNull();
    assertThat(dryRun(newId())).isInstanceOf(SegmentDryRunRequest.Result.Refused.class);
    assertThat(freeCapacity())
        .returns(List.of(new FreeCapacityResult.Step(tomorrow(), 0)), FreeCapacityResult::steps);

    var lifted = twice(() -> underTest.cuts().lift(cut.id(), "all clear", "otto"));
    assertThat(((CutOrderResult.Lifted) lifted).cut().lifting())
        .isEqualTo(new Cut.Lifting("otto", underTest.now(), "all clear"));
    assertThat(refused(reserve(held)).code()).as("the answer is kept").isEqualTo(Refusal.Code.CUT);
    assertThat(reserve(newId())).isInstanceOf(ReserveResult.Held.class);
  }

  @Test
  void aCutEndsHoldsAndNamesItselfToWhoeverCommitsThem() {
    assertThat(reserve(held)).isInstanceOf(ReserveResult.Held.class);
    cut(SITE);
    isCut(() -> underTest.segment().commit(command(held)));
    isCut(() -> underTest.segment().commitAndProvision(command(held)));
    assertThat(known(held).heldVersion()).isZero();
  }

  /** The process may die between the cut and its effects. */
  @Test
  void aCutIsInForceBeforeItHasEndedAnything() {
    assertThat(reserve(held)).isInstanceOf(ReserveResult.Held.class);
    var cut = new Cut(UUID.randomUUID(), LEFT, "intrusion", "olga", underTest.now(), false, null);
    underTest.bean(CutRepository.class).insert(cut);
    isCut(() -> underTest.segment().commit(command(held)));
    assertThat(refused(reserve(newId())).code()).isEqualTo(Refusal.Code.CUT);
    assertThat(known(held).heldVersion()).isEqualTo(1);
    underTest.cuts().lift(cut.id(), "all clear", "olga");
    assertThat(known(held).heldVersion()).as("ended before the lift").isZero();
  }

  @Test
  void liftingACutRevivesNothing() {
    bringUp(up);
    var cut = cut(LEFT);
    underTest.runDueTasks();
    underTest.cuts().lift(cut.id(), "all clear", "olga");
    underTest.advance(Duration.ofMinutes(1));
    underTest.runDueTasks();
    underTest.restart();
    underTest.runDueTasks();
    assertThat(underTest.a.items()).isEmpty();
    assertThat(known(up).dataPlane()).isEqualTo(DataPlaneState.FAILED);
    isCut(() -> underTest.segment().provision(command(up)));
  }

  @Test
  void aCutOfOneLightpathLeavesOthersAlone() {
    bringUp(up);
    assertThat(reserve(held)).isInstanceOf(ReserveResult.Held.class);
    cut(new CutTarget.Lightpath(up.value()));
    assertThat(known(up).lifecycle()).isEqualTo(LifecycleState.FAILED);
    underTest.segment().commit(command(held));
    assertThat(known(held).lifecycle()).isEqualTo(LifecycleState.CREATED);
  }

  @Test
  void anotherOrderForTheSameTargetIsTheSameCut() {
    var cut = cut(LEFT);
    var again = underTest.cuts().cut(UUID.randomUUID(), LEFT, "me too", "otto");
    assertThat(again).isEqualTo(new CutOrderResult.Unchanged(current(cut)));
    assertThat(underTest.cuts().cut(cut.id(), SITE, "intrusion", "olga"))
        .isInstanceOf(CutOrderResult.Rejected.class);
    assertThat(underTest.cuts().listInForce()).containsExactly(current(cut));
    assertThat(underTest.cuts().lift(UUID.randomUUID(), "why", "olga"))
        .isEqualTo(new CutOrderResult.Unknown());
  }

  @Test
  void whatIsNotHereCannotBeCut() {
    for (var target :
        List.of(
            new CutTarget.Host("elsewhere"),
            new CutTarget.Site("other.ukl:2026"),
            new CutTarget.Lightpath(UUID.randomUUID()))) {
      assertThat(underTest.cuts().cut(UUID.randomUUID(), target, "intrusion", "olga"))
          .isInstanceOf(CutOrderResult.UnknownTarget.class);
    }
    assertThat(underTest.cuts().listLatest()).isEmpty();
  }

  @Test
  void theRecordSaysWhatACutEndedAndRefused() {
    bringUp(up);
    var cut = cut(SITE);
    refused(reserve(held));
    var repository = underTest.bean(CutRepository.class);
    assertThat(repository.listEnded(cut.id()))
        .singleElement()
        .satisfies(ended -> {
          assertThat(ended.connection()).isEqualTo(up.value());
          assertThat(ended.state()).isEqualTo("ENDED");
          assertThat(ended.person()).isEqualTo(underTest.requester().onBehalfOf().name());
        });
    assertThat(repository.listRefused(cut.id()))
        .singleElement()
        .satisfies(refused -> assertThat(refused.connection()).isEqualTo(held.value()));
    assertThat(
            repository.listUse(new CircuitSearchRequest("", null, 1), underTest.now()).circuits())
        .isEmpty();
  }

  @Test
  void theUseIsFoundByTextAndTargetAndWhatIsNotListedIsCounted() {
    bringUp(up);
    assertThat(reserve(held)).isInstanceOf(ReserveResult.Held.class);
    var person = underTest.requester().onBehalfOf().name();
    assertThat(use("", null, 500)).returns(0, CircuitSearchRequest.Result::more);
    assertThat(use("", null, 500).circuits()).hasSize(2);
    assertThat(use("", SITE, 1))
        .returns(1, CircuitSearchRequest.Result::more)
        .satisfies(found -> assertThat(found.circuits()).hasSize(1));
    for (var text : List.of(up.toString(), up.toString().toUpperCase(Locale.ROOT))) {
      assertThat(use(" " + text + " ", null, 500).circuits())
          .singleElement()
          .returns(up.value(), OfficerCircuitView::connection);
    }
    assertThat(use(person, null, 500).circuits()).hasSize(2);
    assertThat(use("left – right", null, 500).circuits()).hasSize(2);
    for (var nothing : List.of("urn:", "%", "_", "\\")) {
      assertThat(use(nothing, null, 500)).returns(0, CircuitSearchRequest.Result::more);
      assertThat(use(nothing, null, 500).circuits()).as(nothing).isEmpty();
    }
    assertThat(use("", LEFT, 500).circuits()).hasSize(2);
    assertThat(use("", new CutTarget.Host("elsewhere"), 500).circuits()).isEmpty();
    assertThat(use("", new CutTarget.Lightpath(up.value()), 500).circuits()).hasSize(1);
  }

  private CircuitSearchRequest.Result use(String text, @Nullable CutTarget target, int limit) {
    var repository = underTest.bean(CutRepository.class);
    return repository.listUse(new CircuitSearchRequest(text, target, limit), underTest.now());
  }

  /** Whatever is admitted beside a cut is either ended by it, or refused. */
  @Test
  void nothingSlipsThroughBesideACut() {
    var start = tomorrow().startTime();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var i = 0; i < 24; i++) {
        var id = newId();
        var from = start.plus(HOUR.multipliedBy(i));
        threads.execute(() -> {
          if (underTest.segment().reserve(request(id, new Schedule(from, from.plus(HOUR))))
              instanceof ReserveResult.Held) {
            underTest.segment().commit(command(id));
          }
        });
        if (i == 8) {
          threads.execute(() -> cut(LEFT));
        }
      }
    } // waits for all
    assertThat(underTest.cuts().listInForce()).hasSize(1);
    assertThat(
            underTest
                .bean(JdbcClient.class)
                .sql(
                    "select count(*) from segment_connection where lifecycle_state = 'CREATED'"
                        + " and (version > 0 or held_version > 0)")
                .query(Integer.class)
                .single())
        .isZero();
  }

  private Cut cut(CutTarget target) {
    var id = UUID.randomUUID();
    var first = underTest.cuts().cut(id, target, "intrusion", "olga");
    assertThat(first).isInstanceOf(CutOrderResult.Created.class);
    var second = underTest.cuts().cut(id, target, "intrusion", "olga");
    assertThat(second).isInstanceOf(CutOrderResult.Unchanged.class);
    return ((CutOrderResult.Created) first).cut();
  }

  private Cut current(Cut cut) {
    return underTest.bean(CutRepository.class).find(cut.id()).orElseThrow();
  }

  private static <T> T twice(Supplier<T> request) {
    var answer = request.get();
    assertThat(request.get()).isEqualTo(answer);
    return answer;
  }

  private void isCut(Runnable request) {
    for (var time = 1; time <= 2; time++) {
      assertThatExceptionOfType(SegmentFaultException.class)
          .isThrownBy(request::run)
          .returns(SegmentFaultException.Code.CUT, SegmentFaultException::code)
          .withMessageContaining("intrusion");
    }
  }

  private void bringUp(ConnectionId id) {
    var schedule = new Schedule(underTest.now(), underTest.now().plus(HOUR));
    assertThat(underTest.segment().reserve(request(id, schedule)))
        .isInstanceOf(ReserveResult.Held.class);
    underTest.segment().commitAndProvision(command(id));
    underTest.runDueTasks();
    assertThat(known(id).dataPlane()).isEqualTo(DataPlaneState.ACTIVE);
  }

  private Schedule tomorrow() {
    var start = underTest.now().plus(Duration.ofDays(1));
    return new Schedule(start, start.plus(HOUR));
  }

  private ReserveResult reserve(ConnectionId id) {
    return twice(() -> underTest.segment().reserve(request(id, tomorrow())));
  }

  private static Refusal refused(ReserveResult answer) {
    return ((ReserveResult.Refused) answer).refusal();
  }

  private SegmentDryRunRequest.Result dryRun(ConnectionId id) {
    var criteria = underTest.fullCapacityCriteria(tomorrow());
    return underTest
        .segment()
        .dryRun(
            new SegmentDryRunRequest(
                underTest.requester(), List.of(new SegmentDryRunRequest.Item(id, criteria))))
        .getFirst();
  }

  private FreeCapacityResult freeCapacity() {
    var criteria = underTest.fullCapacityCriteria(tomorrow());
    return underTest
        .segment()
        .timetable(
            new FreeCapacityQuery(
                underTest.requester(),
                criteria.source(),
                criteria.destination(),
                tomorrow(),
                null,
                null));
  }

  private ReserveRequest request(ConnectionId id, Schedule schedule) {
    return new ReserveRequest(
        underTest.requester(),
        id,
        1,
        underTest.fullCapacityCriteria(schedule),
        underTest.heldBy(id));
  }

  private ConnectionVersionRequest command(ConnectionId id) {
    return new ConnectionVersionRequest(underTest.requester(), id, 1);
  }

  private ConnectionReport.Known known(ConnectionId id) {
    return underTest.known(id);
  }

  private static ConnectionId newId() {
    return new ConnectionId(UUID.randomUUID());
  }
}
