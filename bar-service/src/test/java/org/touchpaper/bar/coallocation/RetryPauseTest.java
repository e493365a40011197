package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.aggregator.ReservationChanged;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.request.RequestedSchedule;
import org.touchpaper.bar.coallocation.service.BookingResult;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.coallocation.service.OutcomeWaiters;
import org.touchpaper.bar.coallocation.service.PartStatusPoller;
import org.touchpaper.bar.coallocation.transaction.AttemptSequenceRunner;
import org.touchpaper.bar.coallocation.transaction.CoAllocationStore;
import org.touchpaper.bar.coallocation.transaction.DryRunService;
import org.touchpaper.bar.coallocation.transaction.RequestRegistrar;
import org.touchpaper.bar.coallocation.transaction.RetryPolicy;
import org.touchpaper.bar.coallocation.transaction.SlotFinder;
import org.touchpaper.bar.coallocation.transaction.TransactionPlanner;
import org.touchpaper.bar.coallocation.validation.RunApplicationValidator;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.HostAccessShortageFinder;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.history.HistoryEntry;
import org.touchpaper.bar.history.HistoryRepository;
import org.touchpaper.bar.listing.BookingPageFinder;
import org.touchpaper.bar.listing.BookingQuery;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.harc.client.model.VoteNote;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.platform.time.TimeOrderedIds;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * The pause between attempts is a due time in the booking's row: no thread sleeps, a restart loses
 * nothing, and the next attempt has the full time to vote. Pauses and timeouts are the defaults.
 */
class RetryPauseTest {

  private static final Person ANNE = new Person("anne", "ucl", List.of(), "scientist");

  private static final VoteNote.Refusal NODES_BUSY =
      new VoteNote.Refusal("n", "NODES_BUSY", "newton", "nodes", "only 124 are free", false, null);

  private static final Duration DECIDE_WITHIN = Duration.ofSeconds(8);
  private static final Duration DECISION_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);

  private static final BookingRequest REQUEST =
      new BookingRequest(
          "a test",
          new RequestedSchedule.Fixed(
              BarFixture.NOW.plusSeconds(3600), BarFixture.NOW.plusSeconds(7200)),
          List.of(new BookingRequest.Nodes("newton", 4)),
          List.of());

  private final BarFixture fixture = BarFixture.shared();
  private final CommitProtocolPort harc = fixture.bean(CommitProtocolPort.class);
  private final CoAllocationService coAllocator = serviceWith(harc);

  private CoAllocationService serviceWith(CommitProtocolPort harc) {
    var clock = fixture.clock;
    var bookings = fixture.bean(CoAllocationRepository.class);
    var histories = fixture.bean(HistoryRepository.class);
    var directory = fixture.bean(CurrentNetworkDirectory.class);
    var books = fixture.bean(CoAllocationStore.class);
    var drafts = new TransactionPlanner(directory, fixture.bean(TimeOrderedIds.class), clock);
    var slots = new SlotFinder(harc, clock);
    return new CoAllocationService(
        bookings,
        histories,
        fixture.bean(BookingPageFinder.class),
        books,
        drafts,
        new RequestRegistrar(
            bookings,
            books,
            drafts,
            slots,
            fixture.bean(HostAccessShortageFinder.class),
            fixture.bean(RunApplicationValidator.class),
            directory,
            clock),
        fixture.bean(DryRunService.class),
        new AttemptSequenceRunner(
            books, harc, drafts, slots, new RetryPolicy(5, Duration.ofMillis(150)), clock),
        new PartStatusPoller(books, harc, clock),
        fixture.bean(OutcomeWaiters.class),
        (_, _) -> {},
        DECISION_TIMEOUT,
        clock);
  }

  @BeforeEach
  void makeEverythingAvailable() {
    fixture.harc.setPossibleStarts("rm-network", BarFixture.NOW, BarFixture.NOW.plusSeconds(86400));
    fixture.harc.setPossibleStarts("rm-newton", BarFixture.NOW, BarFixture.NOW.plusSeconds(86400));
  }

  @AfterEach
  void assertNoCallInsideATransaction() {
    assertThat(fixture.sentInTransaction).isEmpty();
    assertThat(fixture.harc.contradictions()).isEmpty();
  }

  private CoAllocation singleBooking() {
    return coAllocator.list(BookingQuery.newest(2)).items().getFirst();
  }

  private List<String> history() {
    return coAllocator.listHistory(singleBooking()).stream().map(HistoryEntry::event).toList();
  }

  private Instant voteBy(int attempt) {
    return fixture.harc.request(singleBooking().id() + "." + attempt).record().voteBy();
  }

  /** The votes arrive at the last moment, and the call times out during the pause. */
  @Test
  void anAttemptAfterTheCallsTimeoutHasTimeToVote() {
    fixture.harc.refuseFirst(1, NODES_BUSY, () -> fixture.clock.advance(DECISION_TIMEOUT));
    assertThat(coAllocator.book(ANNE, REQUEST, "k-1")).isInstanceOf(BookingResult.Undecided.class);
    assertThat(history()).last().isEqualTo("transaction 1: refused: only 124 are free");

    fixture.clock.advance(LONGEST_PAUSE);
    fixture.pollNowAndAfter(Duration.ZERO);
    assertThat(singleBooking().state()).isEqualTo(BookingPhase.COMMITTED);
    assertThat(voteBy(2)).isEqualTo(fixture.clock.instant().plus(DECIDE_WITHIN));
    assertThat(coAllocator.book(ANNE, REQUEST, "k-1")).isInstanceOf(BookingResult.Booked.class);
  }

  /**
   * The call times out during the timetable queries; the poller begins the stored attempt at once.
   */
  @Test
  void anAttemptStoredAfterTheTimeoutIsDueAtOnce() {
    fixture.harc.refuseFirst(1, NODES_BUSY, () -> fixture.clock.advance(DECISION_TIMEOUT));
    coAllocator.book(ANNE, REQUEST, "k-1");
    fixture.harc.onTimetableQuery(() -> fixture.clock.advance(LONGEST_PAUSE));
    fixture.clock.advance(LONGEST_PAUSE);
    fixture.poll();
    assertThat(singleBooking().state()).isEqualTo(BookingPhase.UNDECIDED);
    assertThat(singleBooking().attempt().number()).isEqualTo(2);
    assertThat(singleBooking().dueAt()).contains(fixture.clock.instant());

    fixture.pollNowAndAfter(Duration.ZERO);
    assertThat(singleBooking().state()).isEqualTo(BookingPhase.COMMITTED);
    assertThat(voteBy(2)).isEqualTo(fixture.clock.instant().plus(DECIDE_WITHIN));
  }

  @Test
  void aWaitingCallGetsThePollersResult() {
    fixture.harc.refuseFirst(1, NODES_BUSY, () -> {});
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var call =
          CompletableFuture.supplyAsync(() -> coAllocator.book(ANNE, REQUEST, "k-1"), threads);
      fixture.awaitTrue(this::hasLostRace);
      var joined =
          CompletableFuture.supplyAsync(() -> coAllocator.book(ANNE, REQUEST, "k-1"), threads);
      fixture.pollNowAndAfter(Duration.ZERO);
      assertThat(singleBooking().hasLostRace()).as("not before the pause ends").isTrue();
      fixture.clock.advance(Duration.ofMillis(300));
      fixture.pollNowAndAfter(Duration.ZERO);
      assertThat(call.join()).isInstanceOf(BookingResult.Booked.class);
      assertThat(joined.join()).isInstanceOf(BookingResult.Booked.class);
    }
    assertThat(fixture.harc.outcomes()).hasSize(2);
  }

  /** The rival's hold outlives the first pause, and is then released. */
  @Test
  void aSlotThatIsStillTakenIsLookedAtOnceMore() {
    fixture.harc.setPossibleStarts(
        "rm-newton", BarFixture.NOW.plusSeconds(7200), BarFixture.NOW.plusSeconds(86400));
    fixture.harc.refuseFirst(1, NODES_BUSY, () -> {});
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var call =
          CompletableFuture.supplyAsync(() -> coAllocator.book(ANNE, REQUEST, "k-1"), threads);
      fixture.awaitTrue(this::hasLostRace);
      fixture.clock.advance(Duration.ofMillis(300));
      coAllocator.check(singleBooking().id());
      assertThat(singleBooking().hasLostRace()).as("the slot is taken").isTrue();
      makeEverythingAvailable();
      fixture.clock.advance(Duration.ofMillis(300));
      coAllocator.check(singleBooking().id());
      assertThat(call.join()).isInstanceOf(BookingResult.Booked.class);
    }
    assertThat(fixture.harc.outcomes()).hasSize(2);
  }

  private boolean hasLostRace() {
    return coAllocator.list(BookingQuery.newest(2)).items().stream()
        .anyMatch(CoAllocation::hasLostRace);
  }

  /** Events of the refused attempt's lightpath do not shorten the pause. */
  @Test
  void aLightpathEventDoesNotShortenThePause() {
    fixture.harc.refuseFirst(1, NODES_BUSY, () -> fixture.clock.advance(DECISION_TIMEOUT));
    coAllocator.book(ANNE, REQUEST, "k-1");
    var due = singleBooking().dueAt();
    fixture.publishEvent(
        new ReservationChanged(
            new ConnectionId(UUID.randomUUID()),
            singleBooking().id().toString(),
            "anne",
            BookingPhase.CANCELLED,
            fixture.clock.instant(),
            ""));
    assertThat(singleBooking().dueAt()).isEqualTo(due);
  }

  /** Queries fail because the broker is shutting down; that refuses nothing. */
  @Test
  void aShutdownRecordsNoRefusal() {
    fixture.harc.refuseFirst(1, NODES_BUSY, () -> fixture.clock.advance(DECISION_TIMEOUT));
    coAllocator.book(ANNE, REQUEST, "k-1");
    var before = fixture.dumpTables();
    var stopping = serviceWith(interruptedAtTimetables());
    var id = singleBooking().id();
    assertThatThrownBy(() -> stopping.check(id))
        .isInstanceOf(CommitProtocolPort.NoAnswerException.class);
    assertThat(Thread.interrupted()).as("the interrupt is visible to the caller").isTrue();
    assertThat(fixture.dumpTables()).isEqualTo(before);

    fixture.clock.advance(LONGEST_PAUSE);
    fixture.pollNowAndAfter(Duration.ZERO);
    assertThat(singleBooking().state()).isEqualTo(BookingPhase.COMMITTED);
    assertThat(fixture.harc.outcomes()).hasSize(2).containsValue(Outcome.COMMIT);
  }

  private CommitProtocolPort interruptedAtTimetables() {
    return new ForwardingCommitProtocol(harc) {
      @Override
      public Timetable timetable(
          String rm,
          String resource,
          Person person,
          Schedule window,
          @Nullable Integer amount,
          @Nullable Duration length,
          @Nullable UUID ownPart) {
        Thread.currentThread().interrupt();
        throw new NoAnswerException(
            "interrupted while waiting for " + rm, new InterruptedException());
      }
    };
  }

  @Test
  void aCallThatWaitsAtShutdownReturnsUndecided() {
    try (var call = new OutcomeWaiters().register(UUID.randomUUID())) {
      Thread.currentThread().interrupt();
      assertThat(call.awaitChange(Duration.ofDays(1))).isFalse();
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
