package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.touchpaper.bar.coallocation.OneWish.ANNE;
import static org.touchpaper.bar.coallocation.OneWish.WISH;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.desk.Copy;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.bar.reservation.HistoryEntry;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.ActionXml;
import org.touchpaper.harc.client.Note;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Request;

/**
 * The broker's database is put back from a copy, and the acceptors know the next number of a
 * booking for something else. What that became says how the booking goes on; it is never booked a
 * second time beside what was committed.
 */
class PutBackTest {

  private static final Note.Refusal NODES_BUSY =
      new Note.Refusal("n", "NODES_BUSY", "newton", "nodes", "only 124 are free", false, null);

  private static final Duration PAUSE = Duration.ofSeconds(3);

  private static final Modification MORE =
      new Modification(null, null, List.of(new Wish.Nodes("newton", 8)), null);

  private final Desk desk = Desk.fresh();
  private final CoAllocator coAllocator = desk.bean(CoAllocator.class);
  private Copy copy = Copy.of(desk);

  @BeforeEach
  void everythingIsFree() {
    desk.harc.fits("rm-network", Desk.NOW, Desk.NOW.plusSeconds(86400));
    desk.harc.fits("rm-newton", Desk.NOW, Desk.NOW.plusSeconds(86400));
  }

  @AfterEach
  void nobodyWasSpokenToInsideATransaction() {
    assertThat(desk.sentInTransaction).isEmpty();
  }

  private CoAllocation only() {
    var all = coAllocator.newest(null, null, null, 2);
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  private String number(int attempt) {
    return only().id() + "." + attempt;
  }

  private void copy() {
    copy = Copy.of(desk);
  }

  private void putBack() {
    copy.putBack();
  }

  /** The copy is made between the first attempt, which was refused, and the second. */
  private void losesItsRaceAndIsCopied() {
    losesItsRaceAndIsCopied(WISH);
  }

  private void losesItsRaceAndIsCopied(Wish wish) {
    desk.harc.refusesFirst(1, NODES_BUSY, () -> desk.clock.advance(Duration.ofSeconds(30)));
    assertThat(coAllocator.book(ANNE, wish, "k-1")).isInstanceOf(BookAnswer.Undecided.class);
    assertThat(only().isLost()).isTrue();
    copy();
  }

  private void looksAfterItLater() {
    desk.clock.advance(PAUSE);
    desk.lookAfter(PAUSE);
  }

  @Test
  void whatWasCommittedUnderItsNumberIsNotBookedASecondTime() {
    losesItsRaceAndIsCopied();
    looksAfterItLater();
    assertThat(only().state()).isEqualTo(Phase.COMMITTED);
    var booked = desk.harc.request(number(2));

    putBack();
    looksAfterItLater();
    looksAfterItLater();
    assertThat(desk.harc.outcomes())
        .isEqualTo(Map.of(number(1), Outcome.ABORT, number(2), Outcome.COMMIT));
    assertThat(desk.harc.request(number(2))).isEqualTo(booked);
    assertThat(only().state()).isEqualTo(Phase.FAILED);
    assertThat(only().attempt().number()).isEqualTo(2);
    assertThat(only().reason().orElseThrow())
        .contains(
            "committed something else as " + number(2),
            "./touchpaper harc explain " + number(2),
            "cancel the booking to let go of it",
            "put back a copy of the database that has it");
    assertThat(coAllocator.history(only()).stream().map(HistoryEntry::event))
        .as("said once")
        .containsOnlyOnce("2: " + only().reason().orElseThrow());
    assertThat(coAllocator.book(ANNE, WISH, "k-1")).isInstanceOf(BookAnswer.Overtaken.class);
    assertThat(desk.harc.outcomes()).as("and never made again").hasSize(2);
  }

  /** Its names follow from the number, whatever time it was booked for. */
  @Test
  void whatWasCommittedUnderItsNumberCanBeLetGo() {
    losesItsRaceAndIsCopied();
    looksAfterItLater();
    var made = desk.harc.request(number(2));
    putBack();
    looksAfterItLater();
    assertThat(coAllocator.cancel(only().id(), ANNE)).isInstanceOf(CancelAnswer.Cancelled.class);
    assertThat(desk.harc.outcomes().get(number(3))).isEqualTo(Outcome.COMMIT);
    assertThat(idents(desk.harc.request(number(3)))).isEqualTo(idents(made));
    assertThat(only().state()).isEqualTo(Phase.CANCELLED);
  }

  /** It was committed for tomorrow; that today is over says nothing of it. */
  @Test
  void whatWasCommittedForAnotherTimeCanBeLetGoOnceOursIsOver() {
    var window =
        new When.Window(
            Desk.NOW.plusSeconds(3600), Desk.NOW.plusSeconds(200_000), Duration.ofHours(1));
    losesItsRaceAndIsCopied(new Wish("a test", window, WISH.compute(), WISH.lightpaths()));
    var tomorrow = Desk.NOW.plusSeconds(90_000);
    fits(tomorrow);
    looksAfterItLater();
    assertThat(only().schedule().startTime()).isEqualTo(tomorrow);
    assertThat(only().state()).isEqualTo(Phase.COMMITTED);

    putBack();
    fits(Desk.NOW.plusSeconds(7200));
    looksAfterItLater();
    assertThat(only().state()).isEqualTo(Phase.FAILED);
    assertThat(only().schedule().startTime()).isEqualTo(Desk.NOW.plusSeconds(7200));
    desk.clock.set(only().schedule().endTime());
    desk.lookAfter(PAUSE);
    assertThat(coAllocator.cancel(only().id(), ANNE)).isInstanceOf(CancelAnswer.Cancelled.class);
    assertThat(desk.harc.outcomes().get(number(3))).isEqualTo(Outcome.COMMIT);
    assertThat(only().state()).isEqualTo(Phase.CANCELLED);
  }

  private void fits(Instant first) {
    for (var rm : List.of("rm-network", "rm-newton")) {
      desk.harc.fits(rm, first, Desk.NOW.plusSeconds(200_000));
    }
  }

  private static List<String> idents(Request request) {
    return request.actions().stream()
        .flatMap(actions ->
            Pattern.compile("<Ident>([^<]*)</Ident>")
                .matcher(actions.text())
                .results()
                .map(found -> actions.resourceManager() + " " + found.group(1)))
        .toList();
  }

  @Test
  void whatCameToNothingUnderItsNumberIsPassedOver() {
    losesItsRaceAndIsCopied();
    desk.harc.refusesFirst(1, NODES_BUSY, () -> desk.clock.advance(Duration.ofSeconds(30)));
    desk.clock.advance(PAUSE);
    desk.bean(Rounds.class).go().forEach(CompletableFuture::join);
    assertThat(desk.harc.outcomes())
        .isEqualTo(Map.of(number(1), Outcome.ABORT, number(2), Outcome.ABORT));

    putBack();
    looksAfterItLater();
    assertThat(desk.harc.outcomes())
        .isEqualTo(
            Map.of(number(1), Outcome.ABORT, number(2), Outcome.ABORT, number(3), Outcome.COMMIT));
    assertThat(only().state()).isEqualTo(Phase.COMMITTED);
    assertThat(only().problem()).isEmpty();
  }

  @Test
  void whatIsUndecidedUnderItsNumberIsAskedAboutAgain() {
    losesItsRaceAndIsCopied();
    desk.harc.decidesNothing();
    looksAfterItLater();
    putBack();
    looksAfterItLater();
    desk.harc.commitsAll();
    looksAfterItLater();
    assertThat(desk.harc.outcomes()).containsOnlyKeys(number(1), number(2));
    assertThat(only().attempt().number()).isEqualTo(2);
    assertThat(only().state()).isEqualTo(Phase.UNDECIDED);
    assertThat(only().problem()).isEmpty();
    assertThat(only().dueAt()).isPresent();
  }

  /** What it added would be added a second time, under other names. */
  @Test
  void aChangeThatWasCommittedUnderItsNumberIsNotMadeASecondTime() {
    assertThat(coAllocator.book(ANNE, WISH, "k-1")).isInstanceOf(BookAnswer.Booked.class);
    copy();
    assertThat(coAllocator.modify(only().id(), ANNE, MORE, "c-1"))
        .isInstanceOf(ModifyAnswer.Modified.class);

    putBack();
    desk.clock.advance(PAUSE);
    for (var time = 0; time < 2; time++) {
      var answer = coAllocator.modify(only().id(), ANNE, MORE, "c-1");
      assertThat(answer).isInstanceOf(ModifyAnswer.NeverFits.class);
      assertThat(((ModifyAnswer.NeverFits) answer).why().refusals().getFirst().reason())
          .contains("./touchpaper harc explain " + number(2));
      looksAfterItLater();
    }
    assertThat(desk.harc.outcomes()).containsOnlyKeys(number(1), number(2));
    assertThat(only().state()).isEqualTo(Phase.COMMITTED);
    assertThat(only().isBeingChanged()).isFalse();
    assertThat(coAllocator.cancel(only().id(), ANNE)).isInstanceOf(CancelAnswer.Cancelled.class);
    assertThat(desk.harc.outcomes().get(number(3))).isEqualTo(Outcome.COMMIT);
  }

  /** The resource managers say so, whoever asks them first. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aForgottenCancelIsHeardOf(boolean isAskedForAgain) {
    assertThat(coAllocator.book(ANNE, WISH, "k-1")).isInstanceOf(BookAnswer.Booked.class);
    copy();
    assertThat(coAllocator.cancel(only().id(), ANNE)).isInstanceOf(CancelAnswer.Cancelled.class);
    putBack();
    desk.clock.advance(PAUSE);
    if (isAskedForAgain) {
      assertOvertaken(coAllocator.cancel(only().id(), ANNE));
      assertThat(only().state()).isEqualTo(Phase.COMMITTED);
    } else {
      desk.clock.advance(Duration.ofHours(1));
    }
    desk.lookAfter(Duration.ZERO);
    assertThat(only().state()).isEqualTo(Phase.CANCELLED);
    assertThat(coAllocator.cancel(only().id(), ANNE)).isInstanceOf(CancelAnswer.Cancelled.class);
    assertThat(desk.harc.outcomes()).containsOnlyKeys(number(1), number(2));
    assertThat(only().dueAt()).isEmpty();
  }

  /** The part that is gone is named in the cancel too; its resource manager agrees to that. */
  @Test
  void afterAForgottenSwapTheRestCanBeLetGo() {
    assertThat(coAllocator.book(ANNE, WISH, "k-1")).isInstanceOf(BookAnswer.Booked.class);
    copy();
    var alone = new Modification(null, null, List.of(), null);
    assertThat(coAllocator.modify(only().id(), ANNE, alone, "c-1"))
        .isInstanceOf(ModifyAnswer.Modified.class);
    putBack();
    desk.clock.advance(PAUSE);
    assertOvertaken(coAllocator.cancel(only().id(), ANNE));
    desk.lookAfter(Duration.ZERO);
    assertThat(only().parts())
        .extracting(part -> part.standing().state())
        .containsExactly(Phase.COMMITTED, Phase.CANCELLED);
    assertThat(only().state()).isEqualTo(Phase.COMMITTED);
    assertThat(coAllocator.cancel(only().id(), ANNE)).isInstanceOf(CancelAnswer.Cancelled.class);
    assertThat(idents(desk.harc.request(number(3))))
        .isEqualTo(idents(desk.harc.request(number(1))));
  }

  /** It may have been the cancel that was forgotten. */
  @Test
  void aCancelWhoseNumberIsTakenIsAskedForUnderTheNext() {
    assertThat(coAllocator.book(ANNE, WISH, "k-1")).isInstanceOf(BookAnswer.Booked.class);
    copy();
    assertThat(coAllocator.modify(only().id(), ANNE, MORE, "c-1"))
        .isInstanceOf(ModifyAnswer.Modified.class);
    putBack();
    desk.clock.advance(PAUSE);
    assertOvertaken(coAllocator.cancel(only().id(), ANNE));
    assertThat(only().state()).isEqualTo(Phase.COMMITTED);
    assertThat(coAllocator.cancel(only().id(), ANNE)).isInstanceOf(CancelAnswer.Cancelled.class);
    assertThat(desk.harc.outcomes()).containsOnlyKeys(number(1), number(2), number(3));
    assertThat(only().problem()).isEmpty();
  }

  private void assertOvertaken(CancelAnswer answer) {
    assertThat(answer).isInstanceOf(CancelAnswer.Overtaken.class);
    assertThat(((CancelAnswer.Overtaken) answer).why())
        .contains("./touchpaper harc explain " + number(2), "ask again")
        .doesNotContain("no majority");
  }

  /** What is not named would stay as the forgotten change left it, and our books would not. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void afterAForgottenChangeTheNextNamesAllOfIt(boolean isMoveForgotten) {
    var start = Desk.NOW.plusSeconds(7200);
    var move = new Modification(start, start.plusSeconds(3600), null, null);
    assertThat(coAllocator.book(ANNE, WISH, "k-1")).isInstanceOf(BookAnswer.Booked.class);
    copy();
    assertThat(coAllocator.modify(only().id(), ANNE, isMoveForgotten ? move : MORE, "c-1"))
        .isInstanceOf(ModifyAnswer.Modified.class);
    putBack();
    desk.clock.advance(PAUSE);
    var wanted = isMoveForgotten ? MORE : move;
    assertThat(coAllocator.modify(only().id(), ANNE, wanted, "c-2"))
        .isInstanceOf(ModifyAnswer.NeverFits.class);
    assertThat(only().problem().orElseThrow())
        .contains("harc explain " + number(2), "may be others than these");
    for (var time = 0; time < 2; time++) {
      assertThat(coAllocator.modify(only().id(), ANNE, wanted, "c-3"))
          .isInstanceOf(ModifyAnswer.Modified.class);
    }
    var slot = only().schedule();
    var when = new Action.Schedule(slot.startTime(), slot.endTime());
    assertThat(slot.startTime()).isEqualTo(isMoveForgotten ? Desk.NOW.plusSeconds(3600) : start);
    assertThat(modified("rm-newton"))
        .extracting(Action.Modify::schedule, Action.Modify::work)
        .containsExactly(tuple(when, new Action.Compute("newton", isMoveForgotten ? 8 : 4)));
    assertThat(modified("rm-network"))
        .extracting(Action.Modify::schedule, Action.Modify::work)
        .containsExactly(tuple(when, new Action.Path("vis.ucl", "newton.manchester", 300)));
    assertThat(only().problem()).as("the books are what was committed").isEmpty();
  }

  private List<Action.Modify> modified(String rm) {
    return ActionXml.read(desk.harc.request(number(3)).actionsFor(rm)).stream()
        .map(Action.Modify.class::cast)
        .toList();
  }
}
