package org.touchpaper.harc.rm.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.harc.rm.local.Ask.NINE;
import static org.touchpaper.harc.rm.local.Ask.minutes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.Part;

/** What the machine is told of a booking, and what becomes of it on the machine. */
class AllocationKeeperTest extends RunUnderTest {
  @Test
  void nothingIsWrittenBeforeTheStart() {
    calendar.start().commit(run);
    calendar.turnTo(NINE.minusMillis(1));
    assertThat(directory).isEmptyDirectory();
    assertThat(part().state()).isEqualTo(Part.State.COMMITTED);
  }

  @Test
  void theMachineIsToldAtTheStartAndAtTheEnd() {
    calendar.start().commit(run);
    calendar.turnTo(NINE);
    assertThat(part().state()).isEqualTo(Part.State.ACTIVE);
    assertThat(calendar.files.fileOf("run"))
        .content()
        .contains("\"aa1\"", "\"t.1\"", "\"run\"", "newton001", "newton004", "2026-12-01T21:10:00Z")
        .doesNotContain("newton005");
    calendar.turnTo(NINE.plusSeconds(599));
    assertThat(part().state()).isEqualTo(Part.State.ACTIVE);
    calendar.turnTo(NINE.plusSeconds(600));
    assertThat(directory).isEmptyDirectory();
    assertThat(part().state()).isEqualTo(Part.State.ENDED);
    assertThat(part().released()).isTrue();
  }

  @Test
  void nothingIsEverWrittenForAHold() {
    calendar.turnTo(NINE);
    calendar.keeper().look("run");
    assertThat(directory).isEmptyDirectory();
    assertThat(part().state()).isEqualTo(Part.State.HELD);
  }

  @Test
  void whatIsDecidedAfterItsStartStartsAtOnce() {
    calendar.turnTo(NINE.plusSeconds(60));
    calendar.start().commit(run);
    calendar.turnTo(NINE.plusSeconds(60));
    assertThat(part().state()).isEqualTo(Part.State.ACTIVE);
  }

  @Test
  void whatIsDecidedAfterItsEndHasEnded() {
    calendar.turnTo(NINE.plusSeconds(3600));
    calendar.start().commit(run);
    calendar.turnTo(NINE.plusSeconds(3600));
    assertThat(part().state()).isEqualTo(Part.State.ENDED);
    assertThat(part().released()).isTrue();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void fromTheEndOnItIsNeverActiveEvenIfNobodyCleanedUp() {
    calendar.start().commit(run);
    calendar.turnTo(NINE);
    calendar.clock.set(NINE.plusSeconds(600));
    assertThat(part().state()).isEqualTo(Part.State.ENDED);
    assertThat(part().released()).isFalse();
  }

  @Test
  void aFileRemovedByHandMakesItFailedAndIsNotWrittenAgain() throws IOException {
    calendar.start().commit(run);
    calendar.turnTo(NINE);
    Files.delete(calendar.files.fileOf("run"));
    calendar.turnTo(NINE.plusSeconds(2));
    assertThat(part().state()).isEqualTo(Part.State.FAILED);
    assertThat(part().problem()).contains("removed by somebody");
    calendar.turnTo(NINE.plusSeconds(60));
    assertThat(directory).isEmptyDirectory();
    assertThat(part().state()).isEqualTo(Part.State.FAILED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"changed", "removed"})
  void whatFailedIsClearedBeforeItsNodesAreFree(String how) throws IOException {
    var log = Files.createTempFile(scratch, "command", ".log");
    calendar.runCommand(
        "sh", "-c", "echo $1 >> " + log + "; test $1 = start -o -e " + log + ".ok", "sh");
    calendar.start().commit(run);
    calendar.turnTo(NINE);
    var file = calendar.files.fileOf("run");
    if (how.equals("changed")) {
      Files.writeString(file, "another use");
    } else {
      Files.delete(file);
    }
    for (var second = 1; second <= 2; second++) {
      calendar.turnTo(NINE.plusSeconds(second));
      assertThat(part().state()).isEqualTo(Part.State.FAILED);
      assertThat(part().problem()).containsOnlyOnce(how + " by somebody");
      assertThat(part().problem()).containsOnlyOnce("ended with status 1");
      assertThat(part().released()).isFalse();
      assertThat(leastFree()).isEqualTo(CalendarUnderTest.NODES - 4);
    }
    Files.writeString(Path.of(log + ".ok"), "");
    calendar.start().commit(run); // as after a restart, which puts it on the agenda
    calendar.turnTo(NINE.plusSeconds(3));
    assertThat(part().state()).isEqualTo(Part.State.FAILED);
    assertThat(part().problem()).endsWith(how + " by somebody on newton");
    assertThat(part().released()).isTrue();
    assertThat(leastFree()).isEqualTo(CalendarUnderTest.NODES);
    assertThat(directory).isEmptyDirectory();
    assertThat(Files.readAllLines(log)).containsExactly("start", "end", "end", "end");
  }

  @Test
  void whatWasNotClearedIsTakenUpAfterARestart() throws IOException {
    calendar.runCommand("sh", "-c", "test $1 = start", "sh");
    calendar.start().commit(run);
    calendar.turnTo(NINE);
    Files.delete(calendar.files.fileOf("run"));
    calendar.turnTo(NINE.plusSeconds(1));
    assertThat(allocations().listPending()).containsExactly("run");
  }

  @Test
  void aFileThatCannotBeWrittenIsAProblemUntilItCan() throws IOException {
    Files.delete(directory);
    Files.writeString(directory, "not a directory");
    calendar.start().commit(run);
    calendar.turnTo(NINE);
    assertThat(part().state()).isEqualTo(Part.State.COMMITTED);
    assertThat(part().problem()).contains("cannot make");
    Files.delete(directory);
    calendar.turnTo(NINE.plusSeconds(1));
    assertThat(part().state()).isEqualTo(Part.State.ACTIVE);
    assertThat(part().problem()).isNull();
  }

  /** As a file system that is not mounted for a while: nobody took anything from anybody. */
  @Test
  void aDirectoryThatIsAwayTakesNoBookingWithIt() throws IOException {
    calendar.start().commit(run);
    var next = Ask.transaction("t.2", Ask.nodes("next", 4, minutes(5, 15)));
    calendar.start().prepare(next);
    calendar.start().commit(next);
    calendar.turnTo(NINE);
    var away = scratch.resolve("away");
    Files.move(directory, away);

    calendar.turnTo(NINE.plusSeconds(2));
    assertThat(part().state()).isEqualTo(Part.State.ACTIVE);
    assertThat(part().problem()).contains("cannot find " + directory, "mounted");
    calendar.turnTo(NINE.plusSeconds(300));
    assertThat(calendar.start().query(next).getFirst().problem()).contains("mounted");
    assertThat(directory).as("one that has nothing of the others").doesNotExist();
    calendar.turnTo(NINE.plusSeconds(301));
    assertThat(part().state()).isEqualTo(Part.State.ACTIVE);

    Files.move(away, directory);
    calendar.turnTo(NINE.plusSeconds(303));
    assertThat(part().state()).isEqualTo(Part.State.ACTIVE);
    assertThat(part().problem()).isNull();
    assertThat(calendar.start().query(next).getFirst().state()).isEqualTo(Part.State.ACTIVE);
    assertThat(calendar.start().query(next).getFirst().problem()).isNull();
  }

  /** It would come back with the directory, and tell the machine of what is over. */
  @Test
  void whatEndsWhileTheDirectoryIsAwayIsNotClearedBeforeItIsBack() throws IOException {
    calendar.start().commit(run);
    calendar.turnTo(NINE);
    var away = scratch.resolve("away");
    Files.move(directory, away);
    calendar.turnTo(NINE.plusSeconds(600));
    assertThat(part().state()).isEqualTo(Part.State.ENDED);
    assertThat(part().released()).isFalse();
    Files.move(away, directory);
    calendar.turnTo(NINE.plusSeconds(601));
    assertThat(part().released()).isTrue();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void theCentresCommandIsRepeatedUntilItSucceeds() throws IOException {
    var log = Files.createTempFile(scratch, "command", ".log");
    calendar.runCommand("sh", "-c", "echo $1 >> " + log + "; test -e " + log + ".ok", "sh");
    calendar.start().commit(run);
    calendar.turnTo(NINE);
    assertThat(part().problem()).contains("ended with status 1");
    Files.writeString(Path.of(log + ".ok"), "");
    calendar.turnTo(NINE.plusSeconds(1));
    assertThat(part().state()).isEqualTo(Part.State.ACTIVE);
    calendar.turnTo(NINE.plusSeconds(600));
    assertThat(Files.readAllLines(log)).containsExactly("start", "start", "end");
  }

  @Test
  void cancelledWhileUpItIsTakenDownAndItsNodesAreFree() {
    calendar.start().commit(run);
    calendar.turnTo(NINE);
    var cancel = Ask.transaction("t.2", new Action.Cancel("run"));
    calendar.start().prepare(cancel);
    assertThat(part().state()).as("until it is decided").isEqualTo(Part.State.ACTIVE);
    calendar.start().commit(cancel);
    assertThat(part().state()).isEqualTo(Part.State.CANCELLED);
    assertThat(part().released()).isFalse();
    calendar.turnTo(NINE.plusSeconds(1));
    assertThat(directory).isEmptyDirectory();
    assertThat(part().released()).isTrue();
    assertThat(calendar.start().timetable(question(0, 10)).steps())
        .extracting(step -> step.free())
        .containsExactly(CalendarUnderTest.NODES);
  }

  /** The other parts of its booking may be given up with it. */
  @Test
  void cancellingWhatHasFailedIsHeldAndChangesNothing() throws IOException {
    calendar.start().commit(run);
    calendar.turnTo(NINE);
    Files.delete(calendar.files.fileOf("run"));
    calendar.turnTo(NINE.plusSeconds(60));
    var before = part();
    assertThat(before.state()).isEqualTo(Part.State.FAILED);
    var cancel = Ask.transaction("t.2", new Action.Cancel("run"));
    for (var repeat = 0; repeat < 2; repeat++) {
      assertThat(calendar.start().prepare(cancel)).isInstanceOf(HoldAnswer.Held.class);
      calendar.start().commit(cancel);
    }
    assertThat(part()).isEqualTo(before);
  }

  /** Its nodes are another's from its end on, who must not find it there. */
  @Test
  void whoComesNextWaitsUntilItsNodesAreCleared() throws IOException {
    var log = Files.createTempFile(scratch, "command", ".log");
    calendar.runCommand("sh", "-c", "test $1 = start -o -e " + log + ".ok", "sh");
    calendar.start().commit(run);
    var next = Ask.transaction("t.2", Ask.nodes("next", 8, minutes(10, 20)));
    calendar.start().prepare(next);
    calendar.start().commit(next);
    calendar.turnTo(NINE);
    for (var second = 600; second <= 601; second++) {
      calendar.turnTo(NINE.plusSeconds(second));
      var waiting = calendar.start().query(next).getFirst();
      assertThat(waiting.state()).isEqualTo(Part.State.COMMITTED);
      assertThat(waiting.problem()).isEqualTo("its nodes are not cleared yet of run");
      assertThat(calendar.files.fileOf("next")).doesNotExist();
    }
    Files.writeString(Path.of(log + ".ok"), "");
    calendar.keeper().look("run");
    assertThat(calendar.agenda.get("next")).as("at once").isEqualTo(calendar.clock.instant());
    calendar.turnTo(calendar.clock.instant());
    assertThat(calendar.start().query(next).getFirst().state()).isEqualTo(Part.State.ACTIVE);
    assertThat(calendar.start().query(next).getFirst().problem()).isNull();
  }

  /** What goes wrong now may go wrong for a while. */
  @Test
  void whatIsNotClearedAtItsEndIsNotPromisedForTheNextMinute() {
    calendar.runCommand("sh", "-c", "test $1 = start", "sh");
    calendar.start().commit(run);
    calendar.turnTo(NINE);
    calendar.turnTo(NINE.plusSeconds(600));
    var all = Ask.nodes("all", CalendarUnderTest.NODES, minutes(10, 15));
    var refusal = (HoldAnswer.Refused) calendar.start().prepare(Ask.transaction("t.2", all));
    assertThat(refusal.reasons().getFirst().refusal().nextFit()).isEqualTo(minutes(11, 16));
    assertThat(
            calendar.start().prepare(Ask.transaction("t.3", Ask.nodes("rest", 4, minutes(10, 15)))))
        .isInstanceOf(HoldAnswer.Held.class);
  }

  @Test
  void aNameThatIsNoFileNameLeavesTheDirectoryAlone() {
    assertThat(calendar.files.fileOf("../../etc/passwd").getParent()).isEqualTo(directory);
    assertThat(calendar.files.fileOf("../x")).isNotEqualTo(calendar.files.fileOf("../y"));
  }
}
