package org.touchpaper.harc.rm.backend.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.harc.rm.scheduler.TestRequests.NINE_O_CLOCK;
import static org.touchpaper.harc.rm.scheduler.TestRequests.minutes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.TestRequests;

/** The allocation files and commands of a booking, and what happens to them on the machine. */
class AllocationReconcilerTest extends AllocationTestBase {
  @Test
  void nothingIsWrittenBeforeTheStart() {
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK.minusMillis(1));
    assertThat(directory).isEmptyDirectory();
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
  }

  @Test
  void theMachineIsUpdatedAtTheStartAndAtTheEnd() {
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK);
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
    assertThat(calendar.files.fileOf("run"))
        .content()
        .contains("\"aa1\"", "\"t.1\"", "\"run\"", "newton001", "newton004", "2026-12-01T21:10:00Z")
        .doesNotContain("newton005");
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(599));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(600));
    assertThat(directory).isEmptyDirectory();
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ENDED);
    assertThat(part().released()).isTrue();
  }

  @Test
  void nothingIsEverWrittenForAHold() {
    calendar.turnTo(NINE_O_CLOCK);
    calendar.synchronizer().check("run");
    assertThat(directory).isEmptyDirectory();
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.HELD);
  }

  @Test
  void aBookingCommittedAfterItsStartStartsAtOnce() {
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(60));
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(60));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
  }

  @Test
  void aBookingCommittedAfterItsEndHasEnded() {
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(3600));
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(3600));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ENDED);
    assertThat(part().released()).isTrue();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void afterItsEndItIsNeverActiveEvenIfItIsNotCleared() {
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK);
    calendar.clock.set(NINE_O_CLOCK.plusSeconds(600));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ENDED);
    assertThat(part().released()).isFalse();
  }

  @Test
  void aFileRemovedByHandFailsTheBookingAndIsNotWrittenAgain() throws IOException {
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK);
    Files.delete(calendar.files.fileOf("run"));
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(2));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.FAILED);
    assertThat(part().problem()).contains("removed by a third party");
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(60));
    assertThat(directory).isEmptyDirectory();
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.FAILED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"changed", "removed"})
  void aFailedBookingIsClearedBeforeItsNodesAreFree(String how) throws IOException {
    var log = Files.createTempFile(scratch, "command", ".log");
    calendar.runCommand(
        "sh", "-c", "echo $1 >> " + log + "; test $1 = start -o -e " + log + ".ok", "sh");
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK);
    var file = calendar.files.fileOf("run");
    if (how.equals("changed")) {
      Files.writeString(file, "another use");
    } else {
      Files.delete(file);
    }
    for (var second = 1; second <= 2; second++) {
      calendar.turnTo(NINE_O_CLOCK.plusSeconds(second));
      assertThat(part().state()).isEqualTo(ActionStatusDetails.State.FAILED);
      assertThat(part().problem()).containsOnlyOnce(how + " by a third party");
      assertThat(part().problem()).containsOnlyOnce("ended with status 1");
      assertThat(part().released()).isFalse();
      assertThat(leastFree()).isEqualTo(CalendarUnderTest.NODES - 4);
    }
    Files.writeString(Path.of(log + ".ok"), "");
    calendar.newScheduler().commit(run); // as after a restart, which schedules a check
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(3));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.FAILED);
    assertThat(part().problem()).endsWith(how + " by a third party on newton");
    assertThat(part().released()).isTrue();
    assertThat(leastFree()).isEqualTo(CalendarUnderTest.NODES);
    assertThat(directory).isEmptyDirectory();
    assertThat(Files.readAllLines(log)).containsExactly("start", "end", "end", "end");
  }

  @Test
  void anUnclearedBookingIsContinuedAfterARestart() throws IOException {
    calendar.runCommand("sh", "-c", "test $1 = start", "sh");
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK);
    Files.delete(calendar.files.fileOf("run"));
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(1));
    assertThat(bookings().listUnfinished()).containsExactly("run");
  }

  @Test
  void aFileThatCannotBeWrittenIsAProblemUntilItCan() throws IOException {
    Files.delete(directory);
    Files.writeString(directory, "not a directory");
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK);
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
    assertThat(part().problem()).contains("cannot create");
    Files.delete(directory);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(1));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
    assertThat(part().problem()).isNull();
  }

  /** For example a file system that is not mounted for a while: no third party took anything. */
  @Test
  void aMissingDirectoryFailsNoBooking() throws IOException {
    calendar.newScheduler().commit(run);
    var next = TestRequests.transaction("t.2", TestRequests.nodes("next", 4, minutes(5, 15)));
    calendar.newScheduler().prepare(next);
    calendar.newScheduler().commit(next);
    calendar.turnTo(NINE_O_CLOCK);
    var moved = scratch.resolve("away");
    Files.move(directory, moved);

    calendar.turnTo(NINE_O_CLOCK.plusSeconds(2));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
    assertThat(part().problem()).contains("cannot find " + directory, "mounted");
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(300));
    assertThat(calendar.newScheduler().queryStatuses(next).getFirst().problem())
        .contains("mounted");
    assertThat(directory).as("a new directory without the other files").doesNotExist();
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(301));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ACTIVE);

    Files.move(moved, directory);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(303));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
    assertThat(part().problem()).isNull();
    assertThat(calendar.newScheduler().queryStatuses(next).getFirst().state())
        .isEqualTo(ActionStatusDetails.State.ACTIVE);
    assertThat(calendar.newScheduler().queryStatuses(next).getFirst().problem()).isNull();
  }

  /** Its file would return with the directory, although the booking has ended. */
  @Test
  void aBookingThatEndsWhileTheDirectoryIsMissingIsClearedOnceItIsBack() throws IOException {
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK);
    var moved = scratch.resolve("away");
    Files.move(directory, moved);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(600));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ENDED);
    assertThat(part().released()).isFalse();
    Files.move(moved, directory);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(601));
    assertThat(part().released()).isTrue();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void theSitesCommandIsRepeatedUntilItSucceeds() throws IOException {
    var log = Files.createTempFile(scratch, "command", ".log");
    calendar.runCommand("sh", "-c", "echo $1 >> " + log + "; test -e " + log + ".ok", "sh");
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK);
    assertThat(part().problem()).contains("ended with status 1");
    Files.writeString(Path.of(log + ".ok"), "");
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(1));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(600));
    assertThat(Files.readAllLines(log)).containsExactly("start", "start", "end");
  }

  @Test
  void anActiveBookingThatIsCancelledIsClearedAndItsNodesAreFree() {
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK);
    var cancel = TestRequests.transaction("t.2", new BookingAction.Cancel("run"));
    calendar.newScheduler().prepare(cancel);
    assertThat(part().state())
        .as("until it is decided")
        .isEqualTo(ActionStatusDetails.State.ACTIVE);
    calendar.newScheduler().commit(cancel);
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.CANCELLED);
    assertThat(part().released()).isFalse();
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(1));
    assertThat(directory).isEmptyDirectory();
    assertThat(part().released()).isTrue();
    assertThat(calendar.newScheduler().queryAvailability(question(0, 10)).steps())
        .extracting(step -> step.free())
        .containsExactly(CalendarUnderTest.NODES);
  }

  /** The other parts of its co-allocation may be cancelled with it. */
  @Test
  void aCancelOfAFailedBookingIsHeldAndChangesNothing() throws IOException {
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK);
    Files.delete(calendar.files.fileOf("run"));
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(60));
    var before = part();
    assertThat(before.state()).isEqualTo(ActionStatusDetails.State.FAILED);
    var cancel = TestRequests.transaction("t.2", new BookingAction.Cancel("run"));
    for (var repeat = 0; repeat < 2; repeat++) {
      assertThat(calendar.newScheduler().prepare(cancel)).isInstanceOf(PrepareResult.Held.class);
      calendar.newScheduler().commit(cancel);
    }
    assertThat(part()).isEqualTo(before);
  }

  /** Its nodes belong to another booking from its end on, which must not find it there. */
  @Test
  void theNextBookingWaitsUntilItsNodesAreCleared() throws IOException {
    var log = Files.createTempFile(scratch, "command", ".log");
    calendar.runCommand("sh", "-c", "test $1 = start -o -e " + log + ".ok", "sh");
    calendar.newScheduler().commit(run);
    var next = TestRequests.transaction("t.2", TestRequests.nodes("next", 8, minutes(10, 20)));
    calendar.newScheduler().prepare(next);
    calendar.newScheduler().commit(next);
    calendar.turnTo(NINE_O_CLOCK);
    for (var second = 600; second <= 601; second++) {
      calendar.turnTo(NINE_O_CLOCK.plusSeconds(second));
      var waiting = calendar.newScheduler().queryStatuses(next).getFirst();
      assertThat(waiting.state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
      assertThat(waiting.problem()).isEqualTo("waiting for nodes that are not cleared yet of run");
      assertThat(calendar.files.fileOf("next")).doesNotExist();
    }
    Files.writeString(Path.of(log + ".ok"), "");
    calendar.synchronizer().check("run");
    assertThat(calendar.scheduledChecks.get("next"))
        .as("at once")
        .isEqualTo(calendar.clock.instant());
    calendar.turnTo(calendar.clock.instant());
    assertThat(calendar.newScheduler().queryStatuses(next).getFirst().state())
        .isEqualTo(ActionStatusDetails.State.ACTIVE);
    assertThat(calendar.newScheduler().queryStatuses(next).getFirst().problem()).isNull();
  }

  /** A present problem may last. */
  @Test
  void nodesThatAreNotClearedInTimeAreUnavailableForTheNextMinute() {
    calendar.runCommand("sh", "-c", "test $1 = start", "sh");
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(600));
    var all = TestRequests.nodes("all", CalendarUnderTest.NODES, minutes(10, 15));
    var refusal =
        (PrepareResult.Refused)
            calendar.newScheduler().prepare(TestRequests.transaction("t.2", all));
    assertThat(refusal.refusals().getFirst().refusal().nextFit()).isEqualTo(minutes(11, 16));
    assertThat(
            calendar
                .newScheduler()
                .prepare(
                    TestRequests.transaction(
                        "t.3", TestRequests.nodes("rest", 4, minutes(10, 15)))))
        .isInstanceOf(PrepareResult.Held.class);
  }

  @Test
  void anIdThatIsNoFileNameStaysWithinTheDirectory() {
    assertThat(calendar.files.fileOf("../../etc/passwd").getParent()).isEqualTo(directory);
    assertThat(calendar.files.fileOf("../x")).isNotEqualTo(calendar.files.fileOf("../y"));
  }
}
