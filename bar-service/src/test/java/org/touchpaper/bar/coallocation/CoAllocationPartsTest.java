package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.bar.coallocation.OneBooking.COMMIT;
import static org.touchpaper.bar.coallocation.OneBooking.END;
import static org.touchpaper.bar.coallocation.OneBooking.MADE;
import static org.touchpaper.bar.coallocation.OneBooking.NODES;
import static org.touchpaper.bar.coallocation.OneBooking.PATH;
import static org.touchpaper.bar.coallocation.OneBooking.START;
import static org.touchpaper.bar.coallocation.OneBooking.heard;
import static org.touchpaper.bar.coallocation.OneBooking.request;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.bar.reservation.Phase;

/** What is heard of the parts of a booking, and when they are asked. */
class CoAllocationPartsTest {

  private final CoAllocation booking = OneBooking.undecided();

  /** What the two parts say, when, and what the whole is then. */
  @ParameterizedTest
  @CsvSource({
    "COMMITTED, COMMITTED, before, COMMITTED",
    "ACTIVE,    COMMITTED, before, COMMITTED",
    "ACTIVE,    ACTIVE,    before, ACTIVE",
    "COMMITTED, ACTIVE,    during, COMMITTED",
    "ACTIVE,    ACTIVE,    during, ACTIVE",
    "FAILED,    ACTIVE,    during, FAILED",
    "ENDED,     ENDED,     during, ENDED",
    "ACTIVE,    ACTIVE,    after,  ENDED",
    "COMMITTED, ENDED,     after,  ENDED",
    "ENDED,     FAILED,    after,  FAILED",
    "ENDED,     ENDED,     after,  ENDED",
  })
  void theWholeFollowsFromItsParts(Phase path, Phase nodes, String when, Phase whole) {
    booking.learn(COMMIT, MADE);
    var now =
        switch (when) {
          case "before" -> START.minusSeconds(5);
          case "during" -> START.plusSeconds(5);
          default -> END;
        };
    booking.hear(Map.of(PATH, heard(path, null), NODES, heard(nodes, null)), now);
    assertThat(booking.state()).isEqualTo(whole);
    assertThat(booking.parts()).noneMatch(part -> !now.isBefore(END) && isActive(part));
  }

  private static boolean isActive(Part part) {
    return part.standing().state() == Phase.ACTIVE;
  }

  @Test
  void troubleIsToldWhileItLastsAndWhyItFailedForEver() {
    booking.learn(COMMIT, MADE);
    booking.hear(Map.of(PATH, heard(Phase.COMMITTED, "DENY: SROF")), START);
    assertThat(booking.problem()).contains("DENY: SROF");
    assertThat(booking.reason()).isEmpty();
    booking.hear(Map.of(PATH, heard(Phase.ACTIVE, null), NODES, heard(Phase.ACTIVE, null)), START);
    assertThat(booking.problem()).isEmpty();
    booking.hear(Map.of(PATH, heard(Phase.FAILED, "cut by officer")), START.plusSeconds(9));
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
    assertThat(booking.reason()).contains("cut by officer");
    assertThat(booking.hear(Map.of(PATH, heard(Phase.ACTIVE, null)), START.plusSeconds(10)))
        .as("trouble is over, the part stays failed")
        .isTrue();
    assertThat(booking.state()).isEqualTo(Phase.FAILED);
  }

  @Test
  void nothingHeardIsNoNews() {
    booking.learn(COMMIT, MADE);
    assertThat(booking.hear(Map.of(), START)).isFalse();
    assertThat(booking.hear(Map.of(UUID.randomUUID(), heard(Phase.FAILED, "?")), START)).isFalse();
  }

  /** Nobody says any more what went wrong once it is over and clean. */
  @Test
  void troubleIsForgottenWhenItsPartReadsClean() {
    booking.learn(COMMIT, MADE);
    booking.hear(Map.of(PATH, heard(Phase.COMMITTED, "EDGE-UCL cannot be read")), START);
    assertThat(booking.problem()).contains("EDGE-UCL cannot be read");
    var clean = new Harc.Heard(Phase.ENDED, "EDGE-UCL cannot be read", true);
    booking.hear(Map.of(PATH, clean), END);
    assertThat(booking.problem()).isEmpty();
  }

  @Test
  void afterItsEndNoPartIsActiveThoughNobodyIsHeard() {
    booking.learn(COMMIT, MADE);
    booking.hear(Map.of(PATH, heard(Phase.ACTIVE, null), NODES, heard(Phase.ACTIVE, null)), START);
    booking.hear(Map.of(), END);
    assertThat(booking.state()).isEqualTo(Phase.ENDED);
    assertThat(booking.parts()).noneMatch(CoAllocationPartsTest::isActive);
  }

  @ParameterizedTest
  @EnumSource(names = {"ACTIVE", "FAILED"})
  void afterItsEndNoPartIsActiveWhateverBecameOfTheOther(Phase other) {
    booking.learn(COMMIT, MADE);
    booking.hear(Map.of(PATH, heard(other, null), NODES, heard(Phase.ACTIVE, null)), START);
    booking.passEnd(END);
    assertThat(booking.passEnd(END).parts()).noneMatch(CoAllocationPartsTest::isActive);
    assertThat(booking.state()).isEqualTo(other == Phase.FAILED ? Phase.FAILED : Phase.ENDED);
  }

  @Test
  void whatWasCancelledIsReleasedWhenItsPartsReadClean() {
    booking.learn(COMMIT, MADE);
    booking.cancel(request(2), MADE);
    booking.learn(COMMIT, MADE);
    booking.hear(Map.of(PATH, heard(Phase.ACTIVE, null)), START);
    assertThat(booking.state()).isEqualTo(Phase.CANCELLED);
    assertThat(booking.parts()).noneMatch(CoAllocationPartsTest::isActive);
    assertThat(booking.dueAt()).isPresent();
    var clean = new Harc.Heard(Phase.CANCELLED, null, true);
    booking.hear(Map.of(PATH, clean, NODES, clean), START);
    assertThat(booking.isReleased()).isTrue();
    assertThat(booking.dueAt()).isEmpty();
  }

  /** Its resource managers find nothing left to cancel then, and so does the BAR. */
  @Test
  void whatIsCancelledAfterItsEndHasEnded() {
    booking.learn(COMMIT, MADE);
    booking.cancel(request(2), END.minusSeconds(1));
    booking.learn(COMMIT, END);
    assertThat(booking.state()).isEqualTo(Phase.ENDED);
    booking.hear(Map.of(PATH, heard(Phase.ENDED, null), NODES, heard(Phase.ENDED, null)), END);
    assertThat(booking.state()).isEqualTo(Phase.ENDED);
    assertThat(booking.parts()).allMatch(part -> part.standing().state() == Phase.ENDED);
  }

  /** The BAR was away when that was decided. */
  @Test
  void whatWasCancelledBeforeItsEndAndIsHeardOfLateIsCancelled() {
    booking.learn(COMMIT, MADE);
    booking.cancel(request(2), START);
    booking.learn(COMMIT, END);
    var clean = new Harc.Heard(Phase.CANCELLED, null, true);
    booking.hear(Map.of(PATH, clean), END);
    assertThat(booking.state()).isEqualTo(Phase.ENDED);
    booking.hear(Map.of(NODES, clean), END);
    assertThat(booking.state()).isEqualTo(Phase.CANCELLED);
  }

  /** Often around its start and end, seldom between, no more once nothing can be learnt. */
  @Test
  void itIsLookedAtWhenSomethingCanBeLearnt() {
    booking.learn(COMMIT, MADE);
    assertThat(booking.dueAt()).as("half way").contains(MADE.plusSeconds(1800));
    booking.hear(Map.of(), START.minusSeconds(2));
    assertThat(booking.dueAt()).contains(START);
    booking.hear(Map.of(), START);
    assertThat(booking.dueAt()).contains(START.plus(Duration.ofMillis(200)));
    var up = Map.of(PATH, heard(Phase.ACTIVE, null), NODES, heard(Phase.ACTIVE, null));
    booking.hear(up, END.minusSeconds(1));
    assertThat(booking.dueAt()).contains(END);
    booking.hear(Map.of(), END);
    assertThat(booking.dueAt()).contains(END.plus(Duration.ofMillis(200)));
    var later = END.plus(Duration.ofHours(1)).plusMillis(1);
    booking.hear(Map.of(), later);
    assertThat(booking.dueAt()).as("not clean yet").contains(later.plus(Duration.ofHours(1)));
    var clean = new Harc.Heard(Phase.ENDED, null, true);
    booking.hear(Map.of(PATH, clean, NODES, clean), later.plus(Duration.ofHours(9)));
    assertThat(booking.dueAt()).isEmpty();
  }

  @Test
  void whatDoesNotMoveIsLookedAtLessAndLessOften() {
    booking.learn(COMMIT, MADE);
    var at = START;
    for (var look = 0; look < 380; look++) {
      booking.hear(Map.of(), at);
      at = booking.dueAt().orElseThrow();
    }
    booking.hear(Map.of(), at);
    assertThat(booking.dueAt()).contains(at.plusSeconds(15));
    booking.hear(Map.of(PATH, heard(Phase.ACTIVE, null)), at);
    assertThat(booking.dueAt()).as("after news").contains(at.plus(Duration.ofMillis(200)));
  }
}
