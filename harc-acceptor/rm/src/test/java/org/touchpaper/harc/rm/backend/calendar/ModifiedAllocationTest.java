package org.touchpaper.harc.rm.backend.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.harc.rm.scheduler.TestRequests.NINE_O_CLOCK;
import static org.touchpaper.harc.rm.scheduler.TestRequests.minutes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.scheduler.TestRequests;

/** The allocation files of modified bookings, and who has their nodes in the meantime. */
class ModifiedAllocationTest extends AllocationTestBase {
  @Test
  void anActiveBookingIsWrittenAgainWithItsNewNodesAndEnd() {
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK);
    var file = calendar.files.fileOf("run");
    var first = text(file);
    var longer =
        TestRequests.transaction(
            "t.2",
            new BookingAction.Modify(
                "run", TestRequests.minutes(0, 20), new ResourceRequest.Compute("newton", 5)));
    calendar.newScheduler().prepare(longer);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(1));
    assertThat(text(file)).as("until it is decided").isEqualTo(first);
    calendar.newScheduler().commit(longer);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(2));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
    assertThat(part().path()).hasSize(5);
    assertThat(text(file))
        .contains("newton005")
        .contains(NINE_O_CLOCK.plusSeconds(1200).toString());
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(1199));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(1200));
    assertThat(part().released()).isTrue();
    assertThat(directory).isEmptyDirectory();
  }

  /** A commit cannot fail: a booking that ended before the decision starts again. */
  @Test
  void aBookingThatEndedBeforeItsModificationWasDecidedStartsAgain() {
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK);
    var longer =
        TestRequests.transaction(
            "t.2", new BookingAction.Modify("run", TestRequests.minutes(0, 30), null));
    assertThat(calendar.newScheduler().prepare(longer)).isInstanceOf(PrepareResult.Held.class);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(900));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ENDED);
    assertThat(directory).isEmptyDirectory();
    calendar.newScheduler().commit(longer);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(901));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(1800));
    assertThat(part().released()).isTrue();
  }

  /** Only a loss of nodes interrupts: more nodes or a later end do not. */
  @ParameterizedTest
  @CsvSource({"2, 10, end end start", "5, 10, start", "4, 20, start"})
  void nodesThatAnActiveBookingLosesAreClosed(int nodes, int until, String words)
      throws IOException {
    var log = Files.createTempFile(scratch, "command", ".log");
    calendar.runCommand(
        "sh", "-c", "echo $1 >> " + log + "; test $1 = start -o -e " + log + ".ok", "sh");
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK);
    Files.writeString(log, "");
    var other =
        TestRequests.transaction(
            "t.2",
            new BookingAction.Modify(
                "run", minutes(0, until), new ResourceRequest.Compute("newton", nodes)));
    calendar.newScheduler().prepare(other);
    calendar.newScheduler().commit(other);
    assertThat(part().state()).as("until it is closed").isEqualTo(ActionStatusDetails.State.ACTIVE);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(1));
    assertThat(part().state())
        .isEqualTo(
            words.startsWith("end")
                ? ActionStatusDetails.State.COMMITTED
                : ActionStatusDetails.State.ACTIVE);
    Files.writeString(Path.of(log + ".ok"), "");
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(2));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
    assertThat(part().path()).hasSize(nodes);
    assertThat(Files.readAllLines(log)).containsExactly(words.split(" "));
    calendar.synchronizer().check("run");
    assertThat(leastFree()).isEqualTo(CalendarUnderTest.NODES - nodes);
  }

  /** A request in the meantime must not get nodes that the decision may need. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anEndedBookingKeepsItsNodesUntilItsModificationIsDecided(boolean isCommitted) {
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK);
    var shorter =
        TestRequests.transaction(
            "t.2", new BookingAction.Modify("run", TestRequests.minutes(0, 5), null));
    calendar.newScheduler().prepare(shorter);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(601));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ENDED);
    var all = TestRequests.nodes("all", CalendarUnderTest.NODES, minutes(4, 20));
    assertThat(calendar.newScheduler().prepare(TestRequests.transaction("t.3", all)))
        .isInstanceOf(PrepareResult.Refused.class);
    if (isCommitted) {
      calendar.newScheduler().commit(shorter);
      calendar.turnTo(NINE_O_CLOCK.plusSeconds(602));
    } else {
      calendar.newScheduler().abort(shorter);
    }
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ENDED);
    assertThat(calendar.newScheduler().prepare(TestRequests.transaction("t.4", all)))
        .as("nothing of it is needed")
        .isInstanceOf(PrepareResult.Held.class);
  }

  @Test
  void anActiveBookingStaysActiveWhileTheMachineDoesNotHaveItsNewNodes() {
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK);
    var more =
        TestRequests.transaction(
            "t.2", new BookingAction.Modify("run", null, new ResourceRequest.Compute("newton", 5)));
    calendar.newScheduler().prepare(more);
    calendar.runCommand("sh", "-c", "false", "sh");
    calendar.newScheduler().commit(more);
    for (var second = 1; second <= 2; second++) {
      assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
      calendar.turnTo(NINE_O_CLOCK.plusSeconds(second));
      assertThat(part().problem()).contains("ended with status 1");
    }
    calendar.runCommand("sh", "-c", "true", "sh");
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(3));
    assertThat(part())
        .returns(ActionStatusDetails.State.ACTIVE, ActionStatusDetails::state)
        .returns(null, ActionStatusDetails::problem);
  }

  @Test
  void aBookingThatHasStartedKeepsItsStart() {
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK);
    var later =
        TestRequests.transaction(
            "t.2", new BookingAction.Modify("run", TestRequests.minutes(1, 20), null));
    assertThat(calendar.newScheduler().prepare(later))
        .isInstanceOfSatisfying(
            PrepareResult.Refused.class,
            refused ->
                assertThat(refused.refusals().getFirst().refusal().field()).isEqualTo("StartTime"));
  }

  /** While its file lists them, they belong to no other booking. */
  @ParameterizedTest
  @CsvSource({"0, 20, 2", "20, 30, 4"})
  void lostNodesStayAssignedUntilTheMachineIsUpdated(int from, int to, int nodes)
      throws IOException {
    var log = Files.createTempFile(scratch, "command", ".log");
    calendar.runCommand("sh", "-c", "test -e " + log + ".ok -o ! -e " + log + ".no", "sh");
    calendar.newScheduler().commit(run);
    var less =
        TestRequests.transaction(
            "t.2",
            new BookingAction.Modify(
                "run", minutes(from, to), new ResourceRequest.Compute("newton", nodes)));
    calendar.newScheduler().prepare(less);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(60));
    Files.writeString(Path.of(log + ".no"), "");
    calendar.newScheduler().commit(less);
    for (var second = 61; second <= 62; second++) {
      calendar.turnTo(NINE_O_CLOCK.plusSeconds(second));
      assertThat(part().state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
      assertThat(part().problem()).contains("ended with status 1");
      assertThat(leastFree()).isEqualTo(CalendarUnderTest.NODES - 4);
      assertThat(refusedGrowth("t.more" + second).refusals()).isNotEmpty();
    }
    Files.writeString(Path.of(log + ".ok"), "");
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(63));
    assertThat(part().problem()).isNull();
    assertThat(leastFree()).isEqualTo(CalendarUnderTest.NODES - (from == 0 ? nodes : 0));
  }

  @Test
  void aModificationWaitsForThePreviousOneAndIsRefusedIfThatHasAProblem() {
    calendar.newScheduler().commit(run);
    var move =
        TestRequests.transaction("t.2", new BookingAction.Modify("run", minutes(20, 30), null));
    calendar.newScheduler().prepare(move);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(60));
    calendar.runCommand("sh", "-c", "false", "sh");
    calendar.newScheduler().commit(move);
    assertThatThrownBy(() -> refusedGrowth("t.3"))
        .isInstanceOf(SchedulerUnreachableException.class);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(61));
    assertThat(refusedGrowth("t.3").refusals().getFirst().refusal().reason())
        .contains("still applying");
    var cancel = TestRequests.transaction("t.4", new BookingAction.Cancel("run"));
    calendar.newScheduler().prepare(cancel);
    calendar.newScheduler().commit(cancel);
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.CANCELLED);
  }

  private PrepareResult.Refused refusedGrowth(String id) {
    var all = new ResourceRequest.Compute("newton", CalendarUnderTest.NODES);
    var more = TestRequests.transaction(id, new BookingAction.Modify("run", null, all));
    return (PrepareResult.Refused) calendar.newScheduler().prepare(more);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
