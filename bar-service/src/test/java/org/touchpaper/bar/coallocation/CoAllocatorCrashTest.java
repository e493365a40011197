package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.harc.client.Note;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.segment.connection.Requester.Person;

/**
 * A broker killed at each of its commits and at each message to HARC in turn: whatever the moment,
 * in the end its books and the acceptors' agree, and the answer to a repeated key is true.
 */
class CoAllocatorCrashTest {

  private static final Person ANNE = new Person("anne", "ucl", List.of(), "scientist");

  private static final Note.Refusal NODES_BUSY =
      new Note.Refusal("n", "NODES_BUSY", "newton", "nodes", "only 124 are free", false, null);

  private final Desk desk = Desk.fresh();

  @TestFactory
  Stream<DynamicTest> whatItsCallerInsistsOnIsBookedOnceComesUpAndEnds() {
    return atEveryPoint(story -> {
      var booked = story.insist(story::book);
      assertThat(booked).isInstanceOf(BookAnswer.Booked.class);
      desk.clock.set(Desk.NOW.plusSeconds(3600));
      story.lookAfterAll();
      assertThat(story.only().state()).isEqualTo(Phase.ACTIVE);
      desk.clock.set(Desk.NOW.plusSeconds(7200));
      story.lookAfterAll();
      assertThat(story.only().state()).isEqualTo(Phase.ENDED);
      assertThat(story.only().isReleased()).isTrue();
      assertThat(desk.harc.outcomes()).containsOnlyKeys(story.only().id() + ".1");
    });
  }

  @TestFactory
  Stream<DynamicTest> whatItsCallerAbandonsIsBookedOrWasNeverAskedFor() {
    return atEveryPoint(story -> {
      story.once(story::book);
      story.lookAfterAll();
      var bookings = story.all();
      assertThat(desk.harc.outcomes()).hasSize(bookings.size());
      assertThat(bookings).allMatch(booking -> booking.state() == Phase.COMMITTED);
    });
  }

  @TestFactory
  Stream<DynamicTest> whatIsRefusedIsRefusedForGood() {
    return atEveryPoint(story -> {
      desk.harc.refusesAll(NODES_BUSY);
      var refused = story.insist(story::book);
      assertThat(refused).isInstanceOf(BookAnswer.Refused.class);
      desk.harc.commitsAll();
      story.lookAfterAll();
      assertThat(story.insist(story::book)).isInstanceOf(BookAnswer.Refused.class);
      assertThat(story.only().refusals()).hasSize(1);
      assertThat(desk.harc.outcomes()).hasSize(1).containsValue(Outcome.ABORT);
    });
  }

  @TestFactory
  Stream<DynamicTest> whatCouldNotBeginIsMadeAnewUnderItsKey() {
    return atEveryPoint(story -> {
      desk.harc.startsNothing();
      // Who asks again after a crash cannot know that the first question began nothing.
      assertThat(story.insist(story::book))
          .isInstanceOfAny(BookAnswer.NotStarted.class, BookAnswer.Undecided.class);
      desk.harc.commitsAll();
      assertThat(story.insist(story::book)).isInstanceOf(BookAnswer.Booked.class);
      story.lookAfterAll();
      assertThat(story.only().state()).isEqualTo(Phase.COMMITTED);
      assertThat(desk.harc.outcomes()).hasSize(1).containsValue(Outcome.COMMIT);
    });
  }

  @TestFactory
  Stream<DynamicTest> whatIsCancelledIsCancelledOnce() {
    return atEveryPoint(story -> {
      story.insist(story::book);
      var id = story.only().id();
      var answer = story.insist(() -> allocator().cancel(id, ANNE));
      assertThat(answer).isInstanceOf(CancelAnswer.Cancelled.class);
      story.lookAfterAll();
      assertThat(story.only().state()).isEqualTo(Phase.CANCELLED);
      assertThat(story.only().isReleased()).isTrue();
      assertThat(desk.harc.outcomes()).containsOnlyKeys(id + ".1", id + ".2");
    });
  }

  @TestFactory
  Stream<DynamicTest> aCancelThatIsAbandonedIsCarriedOutOrWasNeverAskedFor() {
    return atEveryPoint(story -> {
      story.insist(story::book);
      story.once(() -> allocator().cancel(story.only().id(), ANNE));
      story.lookAfterAll();
      var cancelled = desk.harc.outcomes().containsKey(story.only().id() + ".2");
      assertThat(story.only().state()).isEqualTo(cancelled ? Phase.CANCELLED : Phase.COMMITTED);
    });
  }

  /** An hour later, on eight nodes. */
  @TestFactory
  Stream<DynamicTest> whatItsCallerInsistsOnIsChangedOnce() {
    return atEveryPoint(story -> {
      story.insist(story::book);
      assertThat(story.insist(story::change)).isInstanceOf(ModifyAnswer.Modified.class);
      story.lookAfterAll();
      assertThat(story.only().schedule().startTime()).isEqualTo(Desk.NOW.plusSeconds(7200));
      assertThat(story.only().words()).contains("8 nodes of newton");
      var id = story.only().id();
      assertThat(desk.harc.outcomes())
          .isEqualTo(Map.of(id + ".1", Outcome.COMMIT, id + ".2", Outcome.COMMIT));
      desk.clock.set(Desk.NOW.plusSeconds(7200));
      story.lookAfterAll();
      assertThat(story.only().state()).isEqualTo(Phase.ACTIVE);
    });
  }

  /** All of it or nothing, and the books say what the acceptors do. */
  @TestFactory
  Stream<DynamicTest> aChangeThatIsAbandonedIsMadeOrWasNeverAskedFor() {
    return atEveryPoint(story -> {
      story.insist(story::book);
      story.once(story::change);
      story.lookAfterAll();
      var changed = desk.harc.outcomes().containsKey(story.only().id() + ".2");
      assertThat(story.only().state()).isEqualTo(Phase.COMMITTED);
      assertThat(story.only().isBeingChanged()).isFalse();
      assertThat(story.only().words()).contains(changed ? "8 nodes" : "4 nodes");
      assertThat(story.only().schedule().startTime())
          .isEqualTo(Desk.NOW.plusSeconds(changed ? 7200 : 3600));
    });
  }

  @TestFactory
  Stream<DynamicTest> aChangeThatIsRefusedLeavesWhatWasBooked() {
    return atEveryPoint(story -> {
      story.insist(story::book);
      desk.harc.refusesAll(NODES_BUSY);
      assertThat(story.insist(story::change)).isInstanceOf(ModifyAnswer.Refused.class);
      desk.harc.commitsAll();
      story.lookAfterAll();
      assertThat(story.insist(story::change)).isInstanceOf(ModifyAnswer.Refused.class);
      assertThat(story.only().state()).isEqualTo(Phase.COMMITTED);
      assertThat(story.only().words()).contains("4 nodes");
      assertThat(desk.harc.outcomes()).hasSize(2);
    });
  }

  /** Two tries are lost, to somebody who has the nodes for an hour each. */
  @TestFactory
  Stream<DynamicTest> whatLosesItsRacesIsBookedOnceInTheSlotThatIsLeft() {
    return atEveryPoint(story -> {
      losesTwice();
      assertThat(story.insist(story::bookWithin)).isInstanceOf(BookAnswer.Booked.class);
      story.lookAfterAll();
      var id = story.only().id();
      assertThat(story.only().schedule().startTime()).isEqualTo(Desk.NOW.plusSeconds(10800));
      assertThat(desk.harc.outcomes())
          .isEqualTo(
              Map.of(
                  id + ".1", Outcome.ABORT, id + ".2", Outcome.ABORT, id + ".3", Outcome.COMMIT));
    });
  }

  @TestFactory
  Stream<DynamicTest> whatLosesItsRacesGoesOnThoughItsCallerAbandonsIt() {
    return atEveryPoint(story -> {
      losesTwice();
      story.once(story::bookWithin);
      story.lookAfterAll();
      assertThat(story.all()).allMatch(booking -> booking.state() == Phase.COMMITTED);
      assertThat(desk.harc.outcomes()).hasSize(3 * story.all().size());
    });
  }

  private void losesTwice() {
    var free = new AtomicReference<>(Desk.NOW.plusSeconds(3600));
    var last = Desk.NOW.plusSeconds(86400);
    desk.harc.fits("rm-network", Desk.NOW, last);
    desk.harc.fits("rm-newton", free.get(), last);
    desk.harc.refusesFirst(
        2,
        NODES_BUSY,
        () -> desk.harc.fits("rm-newton", free.updateAndGet(it -> it.plusSeconds(3600)), last));
  }

  private CoAllocator allocator() {
    return desk.bean(CoAllocator.class);
  }

  private Stream<DynamicTest> atEveryPoint(Consumer<Story> tale) {
    var counted = CrashSwitch.never();
    tell(tale, counted);
    var points = CrashSwitch.points(counted).toList();
    assertThat(points).hasSizeGreaterThan(8);
    return points.stream()
        .map(point ->
            DynamicTest.dynamicTest(
                point.toString(),
                () -> {
                  var crash = CrashSwitch.at(point);
                  tell(tale, crash);
                  assertThat(crash.isDead()).as("was killed").isTrue();
                }));
  }

  private void tell(Consumer<Story> tale, CrashSwitch crash) {
    tale.accept(new Story(crash));
    assertThat(desk.harc.contradictions()).isEmpty();
    assertThat(desk.sentInTransaction).isEmpty();
  }

  /** One telling, with a crash somewhere in it. */
  private final class Story {

    private final CrashSwitch crash;
    private boolean restarted;

    Story(CrashSwitch crash) {
      this.crash = crash;
      desk.empty();
      desk.lives.live(crash);
    }

    BookAnswer book() {
      return ask(new When.Fixed(Desk.NOW.plusSeconds(3600), Desk.NOW.plusSeconds(7200)));
    }

    ModifyAnswer change() {
      var wanted =
          new Modification(
              Desk.NOW.plusSeconds(7200),
              Desk.NOW.plusSeconds(10800),
              List.of(new Wish.Nodes("newton", 8)),
              null);
      return allocator().modify(only().id(), ANNE, wanted, "c-1");
    }

    BookAnswer bookWithin() {
      return ask(
          new When.Window(
              Desk.NOW.plusSeconds(3600), Desk.NOW.plusSeconds(14400), Duration.ofHours(1)));
    }

    private BookAnswer ask(When when) {
      var wish =
          new Wish(
              "a test",
              when,
              List.of(new Wish.Nodes("newton", 4)),
              List.of(new Wish.Circuit("vis.ucl", "newton.manchester", 300)));
      return allocator().book(ANNE, wish, "k-1");
    }

    /** The caller repeats what got no answer, and sends all twice anyway. */
    <T> T insist(Supplier<T> call) {
      once(call);
      var answer = once(call);
      return answer == null ? call.get() : answer;
    }

    /** The caller does not come back; null if no answer came. */
    <T> @Nullable T once(Supplier<T> call) {
      try {
        return call.get();
      } catch (Throwable e) {
        if (!crash.isDead() || restarted) {
          throw new AssertionError("not by the crash", e);
        }
        restarted = true;
        desk.lives.live(CrashSwitch.never());
        return null;
      }
    }

    /** Rounds until nothing more can be due. */
    void lookAfterAll() {
      for (var round = 0; round < 4; round++) {
        once(() -> {
          desk.lookAfter(Duration.ofSeconds(6));
          return true;
        });
      }
    }

    List<CoAllocation> all() {
      return allocator().newest(null, null, null, 100);
    }

    CoAllocation only() {
      var all = all();
      assertThat(all).hasSize(1);
      return all.getFirst();
    }
  }
}
