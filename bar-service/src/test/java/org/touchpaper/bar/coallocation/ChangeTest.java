package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/** A booking that is to become something else is what it was until that is decided. */
class ChangeTest {

  private static final UUID ID = UUID.randomUUID();
  private static final UUID PATH = UUID.randomUUID();
  private static final UUID NODES = UUID.randomUUID();
  private static final UUID OTHERS = UUID.randomUUID();
  private static final Instant MADE = Instant.parse("2026-12-01T20:00:00Z");
  private static final Schedule SLOT = new Schedule(MADE.plusSeconds(3600), MADE.plusSeconds(7200));
  private static final Schedule LONGER = new Schedule(SLOT.startTime(), MADE.plusSeconds(9000));
  private static final Standing UNDECIDED = Standing.UNDECIDED;
  private static final Modification WANTED = new Modification(null, LONGER.endTime(), null, null);

  private static final Harc.Answer COMMIT =
      new Harc.Answer.Commit(Map.of(NODES, new Harc.Held("newton007", List.of("newton007"))));
  private static final List<Refusal> WHY =
      List.of(new Refusal(Refusal.Code.NODES_BUSY, "newton", "nodes", "busy", null));

  private final CoAllocation booking =
      new CoAllocation(
          ID,
          new Asked(
              new Person("anne", "ucl", List.of(), "scientist"), "a run", MADE, "k-1", "digest"),
          new When.Fixed(SLOT.startTime(), SLOT.endTime()).stretch(MADE),
          new Draft(SLOT, List.of(path(1), nodes(NODES, 4, 1)), request(1)));

  @BeforeEach
  void itIsBooked() {
    booking.learn(COMMIT, MADE);
  }

  @Test
  void itIsWhatItWasUntilTheChangeIsDecided() {
    var before = booking.parts();
    change(2, nodes(NODES, 8, 2));
    assertThat(booking.parts()).isEqualTo(before);
    assertThat(booking.schedule()).isEqualTo(SLOT);
    assertThat(booking.state()).isEqualTo(Phase.COMMITTED);
    assertThat(booking.isBeingChanged()).isTrue();
    assertThat(booking.dueAt()).contains(MADE.plusSeconds(10));
    assertThat(outcome()).isInstanceOf(Change.Outcome.Undecided.class);
  }

  @Test
  void onceItIsDecidedItIsWhatWasAskedFor() {
    change(2, nodes(NODES, 8, 2));
    assertThat(booking.learn(COMMIT, MADE)).isTrue();
    assertThat(booking.schedule()).isEqualTo(LONGER);
    assertThat(booking.words()).isEqualTo("300 Mbit/s a to b, 8 nodes of newton");
    assertThat(booking.parts().getLast().standing().reference()).isEqualTo("newton007");
    assertThat(booking.state()).isEqualTo(Phase.COMMITTED);
    assertThat(outcome()).isInstanceOf(Change.Outcome.Made.class);
    assertThat(booking.learn(new Harc.Answer.Abort(WHY), MADE)).as("twice").isFalse();
  }

  @Test
  void ifAnybodyRefusesItIsWhatItWas() {
    var before = booking.parts();
    change(2, nodes(NODES, 8, 2));
    booking.learn(new Harc.Answer.Abort(WHY), MADE);
    booking.offer(List.of(LONGER));
    assertThat(booking.parts()).isEqualTo(before);
    assertThat(booking.schedule()).isEqualTo(SLOT);
    assertThat(booking.state()).isEqualTo(Phase.COMMITTED);
    assertThat(booking.reason()).isEmpty();
    assertThat(booking.alternatives()).isEmpty();
    assertThat(outcome()).isEqualTo(new Change.Outcome.Refused(WHY, List.of(LONGER)));
    assertThat(booking.dueAt()).isPresent();
    change(3, nodes(NODES, 6, 3));
    booking.learn(COMMIT, MADE);
    assertThat(booking.words()).contains("6 nodes");
  }

  @Test
  void whatReachedNoAcceptorsChangesNothing() {
    change(2, nodes(NODES, 8, 2));
    booking.ask();
    booking.learn(new Harc.Answer.NotStarted(List.of("they are of epoch 2")), MADE);
    assertThat(booking.state()).isEqualTo(Phase.COMMITTED);
    assertThat(((Change.Outcome.NotStarted) outcome()).reason()).contains("they are of epoch 2");
    assertThat(booking.isBeingChanged()).isFalse();
  }

  /** An earlier version wrote down no more than that. */
  @Test
  void whatWasNotStartedBeforeAnUpgradeIsReadAsItWas() {
    var texts = new Texts.ChangesText();
    change(2, nodes(NODES, 8, 2));
    booking.ask();
    booking.learn(new Harc.Answer.NotStarted(List.of("they are of epoch 2")), MADE);
    var text = texts.convertToDatabaseColumn(booking.changes());
    assertThat(texts.convertToEntityAttribute(text)).isEqualTo(booking.changes());
    var older = text.replaceFirst(",\\s*\"why\"\\s*:\\s*\"[^\"]*\"", "");
    assertThat(older).isNotEqualTo(text);
    var read = texts.convertToEntityAttribute(older).numbered(2).orElseThrow().outcome();
    assertThat(((Change.Outcome.NotStarted) read).reason()).startsWith("fewer than a majority");
  }

  /** What was asked for before may have begun, though nobody can be reached who knows. */
  @Test
  void whatWasAskedForTwiceIsNotTakenForNotStarted() {
    change(2, nodes(NODES, 8, 2));
    booking.ask();
    booking.ask();
    assertThat(booking.learn(new Harc.Answer.NotStarted(), MADE)).isFalse();
    assertThat(booking.isBeingChanged()).isTrue();
  }

  /** The next transaction begins only once the last is decided. */
  @Test
  void whileItIsBeingChangedItIsNeitherCancelledNorChanged() {
    change(2, nodes(NODES, 8, 2));
    assertThat(booking.cancelRefusal(MADE))
        .contains("a change of it is not decided yet; ask again when it is");
    assertThat(booking.changeRefusal(MADE)).isEqualTo(booking.cancelRefusal(MADE));
    assertThatThrownBy(() -> booking.cancel(request(3), MADE))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> change(3, nodes(NODES, 8, 3)))
        .isInstanceOf(IllegalStateException.class);
    booking.learn(COMMIT, MADE);
    booking.cancel(request(3), MADE);
    assertThat(booking.changeRefusal(MADE)).contains("it is being cancelled");
  }

  @ParameterizedTest
  @EnumSource(Phase.class)
  void onlyWhatIsBookedAndNotOverCanBeChanged(Phase state) {
    switch (state) {
      case COMMITTED -> {}
      case ACTIVE, ENDED, FAILED ->
          booking.hear(Map.of(PATH, heard(state), NODES, heard(state)), SLOT.startTime());
      case CANCELLED -> {
        booking.cancel(request(2), MADE);
        booking.learn(COMMIT, MADE);
      }
      case UNDECIDED, REFUSED -> {
        return; // as CoAllocationTest brings it about; nothing of it is booked
      }
    }
    var may = state == Phase.COMMITTED || state == Phase.ACTIVE;
    assertThat(booking.changeRefusal(SLOT.startTime()).isEmpty()).isEqualTo(may);
    assertThat(booking.changeRefusal(SLOT.endTime())).isPresent();
  }

  /** What is up goes on; more of something, or something else, is up once that is heard. */
  @Test
  void whatIsPutInWhileItIsUpIsWaitedFor() {
    booking.hear(Map.of(PATH, heard(Phase.ACTIVE), NODES, heard(Phase.ACTIVE)), SLOT.startTime());
    change(2, nodes(OTHERS, 2, 2));
    booking.learn(COMMIT, SLOT.startTime());
    assertThat(booking.parts())
        .extracting(part -> part.standing().state())
        .containsExactly(Phase.ACTIVE, Phase.COMMITTED);
    assertThat(booking.state()).isEqualTo(Phase.COMMITTED);
    booking.hear(Map.of(OTHERS, heard(Phase.ACTIVE)), SLOT.startTime());
    assertThat(booking.state()).isEqualTo(Phase.ACTIVE);
  }

  /** It was decided late, and the resource managers have held it beyond the old end. */
  @Test
  void whatIsProlongedHasNotEnded() {
    change(2, nodes(NODES, 4, 2));
    booking.hear(Map.of(PATH, heard(Phase.ENDED), NODES, heard(Phase.ENDED)), SLOT.endTime());
    assertThat(booking.state()).isEqualTo(Phase.ENDED);
    booking.learn(COMMIT, SLOT.endTime());
    assertThat(booking.state()).isEqualTo(Phase.COMMITTED);
    assertThat(booking.isReleased()).isFalse();
  }

  /** It was decided late: what is up is closed, and waits for its new start. */
  @Test
  void whatIsMovedAwayWhileItIsUpIsNotUp() {
    booking.hear(Map.of(PATH, heard(Phase.ACTIVE), NODES, heard(Phase.ACTIVE)), SLOT.startTime());
    var later = new Schedule(SLOT.endTime(), SLOT.endTime().plusSeconds(3600));
    var parts =
        List.of(path(2), nodes(NODES, 4, 2)).stream()
            .map(part -> part.by(new Part.Booked(2, later.startTime())))
            .toList();
    booking.change(new Draft(later, parts, request(2)), null, WANTED, MADE);
    booking.learn(COMMIT, SLOT.startTime());
    assertThat(booking.parts())
        .extracting(part -> part.standing().state())
        .containsOnly(Phase.COMMITTED);
    assertThat(booking.state()).isEqualTo(Phase.COMMITTED);
  }

  @Test
  void aKeyIsRememberedWithWhatCameOfIt() {
    change(2, nodes(NODES, 8, 2));
    booking.learn(COMMIT, MADE);
    change(3, nodes(NODES, 6, 3));
    assertThat(booking.changes().under("key-2")).map(Change::number).contains(2);
    assertThat(booking.changes().under("key-9")).isEmpty();
    assertThat(booking.changes().under(null)).isEmpty();
  }

  @Test
  void ofVeryManyChangesTheOldestAreForgotten() {
    var changes =
        IntStream.range(0, 500)
            .mapToObj(n -> Change.begun(n, "key-" + n, "digest", "more"))
            .reduce(Changes.NONE, Changes::with, (one, _) -> one);
    assertThat(changes.all()).hasSize(100);
    assertThat(changes.last()).map(Change::number).contains(499);
  }

  private void change(int number, Part nodes) {
    var draft = new Draft(LONGER, List.of(path(number), nodes), request(number));
    booking.change(draft, "key-" + number, WANTED, MADE);
  }

  private Change.Outcome outcome() {
    return booking.lastChange().orElseThrow().outcome();
  }

  private static Harc.Heard heard(Phase state) {
    return new Harc.Heard(state, null, state == Phase.ENDED);
  }

  private static Part path(int by) {
    return new Part.Lightpath(PATH, "rm-network", "a", "b", 300, booked(by), UNDECIDED);
  }

  private static Part nodes(UUID ident, int count, int by) {
    return new Part.Compute(ident, "rm-newton", "newton", count, booked(by), UNDECIDED);
  }

  private static Part.Booked booked(int by) {
    return new Part.Booked(by, SLOT.startTime());
  }

  private static Request request(int number) {
    return Request.of(
        new TransactionId(ID + "." + number),
        List.of("a1", "a2", "a3"),
        1,
        MADE.plusSeconds(8),
        new Caller("anne", "ucl", List.of(), "scientist", ID.toString()),
        Deed.byManager(List.of(Deed.cancel(path(1)))));
  }
}
