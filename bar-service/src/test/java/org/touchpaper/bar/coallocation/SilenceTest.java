package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.bar.coallocation.OneBooking.COMMIT;
import static org.touchpaper.bar.coallocation.OneBooking.END;
import static org.touchpaper.bar.coallocation.OneBooking.MADE;
import static org.touchpaper.bar.coallocation.OneBooking.NODES;
import static org.touchpaper.bar.coallocation.OneBooking.PATH;
import static org.touchpaper.bar.coallocation.OneBooking.START;
import static org.touchpaper.bar.coallocation.OneBooking.heard;
import static org.touchpaper.bar.coallocation.OneBooking.nodes;
import static org.touchpaper.bar.coallocation.OneBooking.request;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.bar.reservation.Phase;

/** A resource manager that is not heard is the problem of its parts, and changes none of them. */
class SilenceTest {

  private static final Harc.Silent AWAY = new Harc.Silent("rm-newton does not answer: it is away");

  private final CoAllocation booking = OneBooking.undecided();

  @BeforeEach
  void itIsBooked() {
    booking.learn(COMMIT, MADE);
  }

  @Test
  void whoeverIsSilentFromTheStartOnIsNamedUntilHeard() {
    assertThat(booking.hear(Map.of(NODES, AWAY), START.minusMillis(1))).isFalse();
    assertThat(booking.problem()).as("nothing is expected of it yet").isEmpty();

    assertThat(booking.hear(Map.of(PATH, heard(Phase.ACTIVE, null), NODES, AWAY), START)).isTrue();
    assertThat(booking.problem()).contains(AWAY.why());
    assertThat(nodes(booking).trouble()).contains(AWAY.why());
    assertThat(booking.parts().getFirst().standing().trouble()).isEmpty();
    assertThat(booking.state()).isEqualTo(Phase.COMMITTED);

    assertThat(booking.hear(Map.of(NODES, heard(Phase.ACTIVE, null)), START.plusSeconds(1)))
        .isTrue();
    assertThat(booking.problem()).isEmpty();
    assertThat(booking.state()).isEqualTo(Phase.ACTIVE);
  }

  /** Each vain question may end in other words; whoever reads it has the last. */
  @Test
  void itIsNewsOnceAndAskedAboutMoreAndMoreSeldom() {
    booking.hear(Map.of(NODES, AWAY), START);
    var again = new Harc.Silent("rm-newton does not answer: 3 s were not enough");
    for (var word : new Harc.Silent[] {AWAY, again, AWAY, again}) {
      assertThat(booking.hear(Map.of(NODES, word), START.plusSeconds(1))).isFalse();
      assertThat(booking.problem()).contains(word.why());
    }
    for (var look = 0; look < 400; look++) {
      booking.hear(Map.of(NODES, AWAY), START.plusSeconds(2));
    }
    assertThat(booking.dueAt()).contains(START.plusSeconds(2).plus(Duration.ofSeconds(15)));
  }

  @ParameterizedTest
  @EnumSource(names = {"COMMITTED", "ACTIVE", "ENDED", "FAILED", "CANCELLED"})
  void noStateIsChangedByIt(Phase state) {
    var held = new Harc.Heard(state, null, false);
    booking.hear(Map.of(PATH, held, NODES, held), START);
    var before = booking.state();
    booking.hear(Map.of(PATH, AWAY, NODES, AWAY), START.plusSeconds(1));
    assertThat(booking.state()).isEqualTo(before);
    assertThat(booking.parts()).allMatch(part -> part.standing().state() == state);
    assertThat(booking.problem()).contains(AWAY.why());
  }

  /** What was heard last is more than that nothing is heard. */
  @Test
  void whatWentWrongBeforeIsToldUntilItIsHeardToBeOver() {
    booking.hear(Map.of(NODES, heard(Phase.COMMITTED, "Slurm does not answer")), START);
    booking.hear(Map.of(NODES, AWAY), START.plusSeconds(1));
    assertThat(booking.problem()).contains("Slurm does not answer");
    booking.hear(Map.of(NODES, heard(Phase.COMMITTED, null)), START.plusSeconds(2));
    assertThat(booking.problem()).isEmpty();
  }

  /** As one that has not heard the decision yet. */
  @Test
  void whoAnswersAndHasNothingNewToSayIsHeard() {
    booking.hear(Map.of(NODES, heard(Phase.COMMITTED, "Slurm does not answer")), START);
    booking.hear(Map.of(PATH, AWAY, NODES, AWAY), START);
    assertThat(booking.hear(Map.of(PATH, new Harc.AsKnown(), NODES, new Harc.AsKnown()), START))
        .isTrue();
    assertThat(booking.parts().getFirst().standing().trouble()).isEmpty();
    assertThat(booking.problem()).contains("Slurm does not answer");
  }

  @Test
  void whyAPartFailedIsNotThatAnotherIsSilent() {
    booking.hear(Map.of(PATH, AWAY, NODES, heard(Phase.FAILED, "taken away")), START);
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
    assertThat(booking.reason()).contains("taken away");
    booking.hear(Map.of(NODES, AWAY), START.plusSeconds(1));
    assertThat(nodes(booking).trouble()).contains("taken away");
  }

  /** Whether anything is left of it is not known. */
  @Test
  void afterTheEndItIsToldOfWhatIsNotReleased() {
    booking.cancel(request(2), START);
    booking.learn(COMMIT, START);
    booking.hear(Map.of(PATH, new Harc.Heard(Phase.CANCELLED, null, true), NODES, AWAY), END);
    assertThat(booking.state()).isEqualTo(Phase.CANCELLED);
    assertThat(booking.problem()).contains(AWAY.why());
    booking.hear(Map.of(NODES, new Harc.Heard(Phase.CANCELLED, null, true)), END);
    assertThat(booking.problem()).isEmpty();
    assertThat(booking.isReleased()).isTrue();
  }

  /** All are released, and nobody asks again: it would be told for ever. */
  @Test
  void whatIsReleasedIsNobodysTrouble() {
    var released = new Harc.Heard(Phase.ENDED, null, true);
    booking.hear(Map.of(NODES, released), END);
    booking.hear(Map.of(PATH, released, NODES, AWAY), END);
    assertThat(booking.isReleased()).isTrue();
    assertThat(booking.problem()).isEmpty();
    booking.hear(Map.of(NODES, new Harc.Disowned("forgotten by right")), END);
    assertThat(booking.problem()).isEmpty();
  }

  @Test
  void aRowFromBeforeThereWasSuchAThingIsRead() {
    var texts = new Texts.PartsText();
    booking.hear(Map.of(UUID.randomUUID(), AWAY, NODES, AWAY), START);
    var text = texts.convertToDatabaseColumn(booking.parts());
    assertThat(texts.convertToEntityAttribute(text)).isEqualTo(booking.parts());
    booking.hear(Map.of(NODES, new Harc.AsKnown()), START);
    var older =
        texts
            .convertToDatabaseColumn(booking.parts())
            .replaceAll(",\"(silence|doubt|made)\":null", "");
    assertThat(older).doesNotContain("silence", "doubt", "made");
    assertThat(texts.convertToEntityAttribute(older)).isEqualTo(booking.parts());
  }

  /** Why is told once it is heard again; before the start that may take an hour. */
  @Test
  void aRowThatTellsOfItInAnotherWayIsRead() {
    var texts = new Texts.PartsText();
    booking.hear(Map.of(NODES, new Harc.Disowned("it knows nothing of it")), START);
    var text = texts.convertToDatabaseColumn(booking.parts());
    assertThat(texts.convertToEntityAttribute(text)).isEqualTo(booking.parts());
    var other =
        text.replace(
            "\"doubt\":{\"why\":\"it knows nothing of it\",",
            "\"disownment\":\"it knows nothing of it\",\"doubt\":{");
    assertThat(other).isNotEqualTo(text);
    var read = texts.convertToEntityAttribute(other).getLast().standing();
    assertThat(read.isInDoubt()).isTrue();
    assertThat(read.trouble()).isEmpty();
  }
}
