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
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.coordination.ReservationChanged;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.bar.reservation.Histories;
import org.touchpaper.bar.reservation.HistoryEntry;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.harc.client.Note;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.platform.time.TimeOrderedIds;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * Between two attempts is a pause, which is a time in the booking's row: no thread sleeps, a
 * restart loses nothing, and what is begun after it has all the time it takes to vote. Pauses and
 * patience are those of a broker for which nobody configured any.
 */
class PauseTest {

  private static final Person ANNE = new Person("anne", "ucl", List.of(), "scientist");

  private static final Note.Refusal NODES_BUSY =
      new Note.Refusal("n", "NODES_BUSY", "newton", "nodes", "only 124 are free", false, null);

  private static final Duration DECIDE_WITHIN = Duration.ofSeconds(8);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);

  private static final Wish WISH =
      new Wish(
          "a test",
          new When.Fixed(Desk.NOW.plusSeconds(3600), Desk.NOW.plusSeconds(7200)),
          List.of(new Wish.Nodes("newton", 4)),
          List.of());

  private final Desk desk = Desk.fresh();
  private final Harc harc = desk.bean(Harc.class);
  private final CoAllocator coAllocator = speakingTo(harc);

  private CoAllocator speakingTo(Harc harc) {
    var clock = desk.clock;
    var bookings = desk.bean(CoAllocations.class);
    var histories = desk.bean(Histories.class);
    var directory = desk.bean(Directory.class);
    var books =
        new Books(
            bookings,
            histories,
            new TransactionTemplate(desk.bean(PlatformTransactionManager.class)),
            desk::announce,
            clock);
    var drafts = new Drafts(directory, desk.bean(TimeOrderedIds.class), clock);
    var slots = new Slots(harc, clock);
    return new CoAllocator(
        bookings,
        histories,
        books,
        drafts,
        new Intake(bookings, books, drafts, slots, directory, clock),
        new Pursuit(books, harc, drafts, slots, new Attempts(5, Duration.ofMillis(50)), clock),
        new Hearing(books, harc, clock),
        desk.bean(Callers.class),
        PATIENCE,
        clock);
  }

  @BeforeEach
  void everythingIsFree() {
    desk.harc.fits("rm-network", Desk.NOW, Desk.NOW.plusSeconds(86400));
    desk.harc.fits("rm-newton", Desk.NOW, Desk.NOW.plusSeconds(86400));
  }

  @AfterEach
  void nobodyWasSpokenToInsideATransaction() {
    assertThat(desk.sentInTransaction).isEmpty();
    assertThat(desk.harc.contradictions()).isEmpty();
  }

  private CoAllocation only() {
    return coAllocator.newest(null, null, null, 2).getFirst();
  }

  private List<String> history() {
    return coAllocator.history(only()).stream().map(HistoryEntry::event).toList();
  }

  private Instant voteBy(int attempt) {
    return desk.harc.request(only().id() + "." + attempt).record().voteBy();
  }

  /** The votes come at the last moment, and with the pause the call's patience ends. */
  @Test
  void anAttemptThatItsCallHasNoPatienceForIsBegunInTimeToBeVotedOn() {
    desk.harc.refusesFirst(1, NODES_BUSY, () -> desk.clock.advance(PATIENCE));
    assertThat(coAllocator.book(ANNE, WISH, "k-1")).isInstanceOf(BookAnswer.Undecided.class);
    assertThat(history()).last().isEqualTo("1: decided to abort: only 124 are free");

    desk.clock.advance(LONGEST_PAUSE);
    desk.lookAfter(Duration.ZERO);
    assertThat(only().state()).isEqualTo(Phase.COMMITTED);
    assertThat(voteBy(2)).isEqualTo(desk.clock.instant().plus(DECIDE_WITHIN));
    assertThat(coAllocator.book(ANNE, WISH, "k-1")).isInstanceOf(BookAnswer.Booked.class);
  }

  /** Patience ends while the timetables are asked: the rounds begin what is written at once. */
  @Test
  void anAttemptThatIsWrittenWhenPatienceIsOutIsDueAtOnce() {
    desk.harc.refusesFirst(1, NODES_BUSY, () -> desk.clock.advance(PATIENCE));
    coAllocator.book(ANNE, WISH, "k-1");
    desk.harc.whenTimetablesAreAskedFor(() -> desk.clock.advance(LONGEST_PAUSE));
    desk.clock.advance(LONGEST_PAUSE);
    desk.bean(Rounds.class).go().forEach(CompletableFuture::join);
    assertThat(only().state()).isEqualTo(Phase.UNDECIDED);
    assertThat(only().attempt().number()).isEqualTo(2);
    assertThat(only().dueAt()).contains(desk.clock.instant());

    desk.lookAfter(Duration.ZERO);
    assertThat(only().state()).isEqualTo(Phase.COMMITTED);
    assertThat(voteBy(2)).isEqualTo(desk.clock.instant().plus(DECIDE_WITHIN));
  }

  @Test
  void theCallThatWaitsIsToldWhatTheRoundsBrought() {
    desk.harc.refusesFirst(1, NODES_BUSY, () -> {});
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var call = CompletableFuture.supplyAsync(() -> coAllocator.book(ANNE, WISH, "k-1"), threads);
      desk.await(this::isLost);
      var joined =
          CompletableFuture.supplyAsync(() -> coAllocator.book(ANNE, WISH, "k-1"), threads);
      desk.lookAfter(Duration.ZERO);
      assertThat(only().isLost()).as("nobody is early").isTrue();
      desk.clock.advance(Duration.ofMillis(150));
      desk.lookAfter(Duration.ZERO);
      assertThat(call.join()).isInstanceOf(BookAnswer.Booked.class);
      assertThat(joined.join()).isInstanceOf(BookAnswer.Booked.class);
    }
    assertThat(desk.harc.outcomes()).hasSize(2);
  }

  private boolean isLost() {
    return coAllocator.newest(null, null, null, 2).stream().anyMatch(CoAllocation::isLost);
  }

  /** What the refused attempt's lightpath says of its end is no reason to hurry. */
  @Test
  void newsOfALightpathCutsNoPauseShort() {
    desk.harc.refusesFirst(1, NODES_BUSY, () -> desk.clock.advance(PATIENCE));
    coAllocator.book(ANNE, WISH, "k-1");
    var due = only().dueAt();
    desk.announce(
        new ReservationChanged(
            new ConnectionId(UUID.randomUUID()),
            only().id().toString(),
            "anne",
            Phase.CANCELLED,
            desk.clock.instant(),
            ""));
    assertThat(only().dueAt()).isEqualTo(due);
  }

  /** Nobody could be asked because we ended, which is no reason to refuse anything. */
  @Test
  void anOrderlyStopRecordsNoRefusal() {
    desk.harc.refusesFirst(1, NODES_BUSY, () -> desk.clock.advance(PATIENCE));
    coAllocator.book(ANNE, WISH, "k-1");
    var before = desk.rows();
    var stopping = speakingTo(interruptedAtTimetables());
    var id = only().id();
    assertThatThrownBy(() -> stopping.follow(id)).isInstanceOf(Harc.Unanswered.class);
    assertThat(Thread.interrupted()).as("it is known upwards").isTrue();
    assertThat(desk.rows()).isEqualTo(before);

    desk.clock.advance(LONGEST_PAUSE);
    desk.lookAfter(Duration.ZERO);
    assertThat(only().state()).isEqualTo(Phase.COMMITTED);
    assertThat(desk.harc.outcomes()).hasSize(2).containsValue(Outcome.COMMIT);
  }

  private Harc interruptedAtTimetables() {
    return new ForwardingHarc(harc) {
      @Override
      public Free timetable(
          String rm,
          String resource,
          Person person,
          Schedule window,
          @Nullable Integer amount,
          @Nullable Duration length) {
        Thread.currentThread().interrupt();
        return super.timetable(rm, resource, person, window, amount, length);
      }
    };
  }

  @Test
  void aCallThatWaitsWhenWeStopIsToldThatItIsUndecided() {
    try (var call = new Callers().waitFor(UUID.randomUUID())) {
      Thread.currentThread().interrupt();
      assertThat(call.hasNews(Duration.ofDays(1))).isFalse();
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
