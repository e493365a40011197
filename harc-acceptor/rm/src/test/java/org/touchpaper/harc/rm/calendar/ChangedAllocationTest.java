package org.touchpaper.harc.rm.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.harc.rm.local.Ask.NINE;
import static org.touchpaper.harc.rm.local.Ask.minutes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.harc.rm.local.Work;

/** What the machine is told of a booking that is modified, and who has its nodes meanwhile. */
class ChangedAllocationTest extends RunUnderTest {
  @Test
  void whatIsUpIsTheMachinesAnewWithItsNewNodesAndEnd() {
    calendar.start().commit(run);
    calendar.turnTo(NINE);
    var file = calendar.files.fileOf("run");
    var first = text(file);
    var longer =
        Ask.transaction(
            "t.2", new Action.Modify("run", Ask.minutes(0, 20), new Work.Compute("newton", 5)));
    calendar.start().prepare(longer);
    calendar.turnTo(NINE.plusSeconds(1));
    assertThat(text(file)).as("until it is decided").isEqualTo(first);
    calendar.start().commit(longer);
    calendar.turnTo(NINE.plusSeconds(2));
    assertThat(part().state()).isEqualTo(Part.State.ACTIVE);
    assertThat(part().path()).hasSize(5);
    assertThat(text(file)).contains("newton005").contains(NINE.plusSeconds(1200).toString());
    calendar.turnTo(NINE.plusSeconds(1199));
    assertThat(part().state()).isEqualTo(Part.State.ACTIVE);
    calendar.turnTo(NINE.plusSeconds(1200));
    assertThat(part().released()).isTrue();
    assertThat(directory).isEmptyDirectory();
  }

  /** A commit cannot fail: what ended while the decision was awaited begins again. */
  @Test
  void whatEndedBeforeItsModificationWasDecidedBeginsAgain() {
    calendar.start().commit(run);
    calendar.turnTo(NINE);
    var longer = Ask.transaction("t.2", new Action.Modify("run", Ask.minutes(0, 30), null));
    assertThat(calendar.start().prepare(longer)).isInstanceOf(HoldAnswer.Held.class);
    calendar.turnTo(NINE.plusSeconds(900));
    assertThat(part().state()).isEqualTo(Part.State.ENDED);
    assertThat(directory).isEmptyDirectory();
    calendar.start().commit(longer);
    calendar.turnTo(NINE.plusSeconds(901));
    assertThat(part().state()).isEqualTo(Part.State.ACTIVE);
    calendar.turnTo(NINE.plusSeconds(1800));
    assertThat(part().released()).isTrue();
  }

  /** Only what gives nodes up is interrupted: more nodes, or a later end, close nothing. */
  @ParameterizedTest
  @CsvSource({"2, 10, end end start", "5, 10, start", "4, 20, start"})
  void nodesThatARunGivesUpWhileItIsUpAreClosed(int nodes, int until, String words)
      throws IOException {
    var log = Files.createTempFile(scratch, "command", ".log");
    calendar.runCommand(
        "sh", "-c", "echo $1 >> " + log + "; test $1 = start -o -e " + log + ".ok", "sh");
    calendar.start().commit(run);
    calendar.turnTo(NINE);
    Files.writeString(log, "");
    var other =
        Ask.transaction(
            "t.2", new Action.Modify("run", minutes(0, until), new Work.Compute("newton", nodes)));
    calendar.start().prepare(other);
    calendar.start().commit(other);
    calendar.turnTo(NINE.plusSeconds(1));
    Files.writeString(Path.of(log + ".ok"), "");
    calendar.turnTo(NINE.plusSeconds(2));
    assertThat(part().state()).isEqualTo(Part.State.ACTIVE);
    assertThat(part().path()).hasSize(nodes);
    assertThat(Files.readAllLines(log)).containsExactly(words.split(" "));
    calendar.keeper().look("run");
    assertThat(leastFree()).isEqualTo(CalendarUnderTest.NODES - nodes);
  }

  /** Who asks in the meantime, from before now on, must not get what the decision may want. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatEndedKeepsItsNodesUntilItsShorteningIsDecided(boolean isCommitted) {
    calendar.start().commit(run);
    calendar.turnTo(NINE);
    var shorter = Ask.transaction("t.2", new Action.Modify("run", Ask.minutes(0, 5), null));
    calendar.start().prepare(shorter);
    calendar.turnTo(NINE.plusSeconds(601));
    assertThat(part().state()).isEqualTo(Part.State.ENDED);
    var all = Ask.nodes("all", CalendarUnderTest.NODES, minutes(4, 20));
    assertThat(calendar.start().prepare(Ask.transaction("t.3", all)))
        .isInstanceOf(HoldAnswer.Refused.class);
    if (isCommitted) {
      calendar.start().commit(shorter);
      calendar.turnTo(NINE.plusSeconds(602));
    } else {
      calendar.start().abort(shorter);
    }
    assertThat(part().state()).isEqualTo(Part.State.ENDED);
    assertThat(calendar.start().prepare(Ask.transaction("t.4", all)))
        .as("nothing of it is wanted any more")
        .isInstanceOf(HoldAnswer.Held.class);
  }

  @Test
  void whatHasBegunKeepsItsStart() {
    calendar.start().commit(run);
    calendar.turnTo(NINE);
    var later = Ask.transaction("t.2", new Action.Modify("run", Ask.minutes(1, 20), null));
    assertThat(calendar.start().prepare(later))
        .isInstanceOfSatisfying(
            HoldAnswer.Refused.class,
            refused ->
                assertThat(refused.reasons().getFirst().refusal().field()).isEqualTo("StartTime"));
  }

  /** While its file says that they are its own, they are nobody else's. */
  @ParameterizedTest
  @CsvSource({"0, 20, 2", "20, 30, 4"})
  void whatAModificationLeavesIsTakenUntilTheMachineHasBeenTold(int from, int to, int nodes)
      throws IOException {
    var log = Files.createTempFile(scratch, "command", ".log");
    calendar.runCommand("sh", "-c", "test -e " + log + ".ok -o ! -e " + log + ".no", "sh");
    calendar.start().commit(run);
    var less =
        Ask.transaction(
            "t.2", new Action.Modify("run", minutes(from, to), new Work.Compute("newton", nodes)));
    calendar.start().prepare(less);
    calendar.turnTo(NINE.plusSeconds(60));
    Files.writeString(Path.of(log + ".no"), "");
    calendar.start().commit(less);
    for (var second = 61; second <= 62; second++) {
      calendar.turnTo(NINE.plusSeconds(second));
      assertThat(part().state()).isEqualTo(Part.State.COMMITTED);
      assertThat(part().problem()).contains("ended with status 1");
      assertThat(leastFree()).isEqualTo(CalendarUnderTest.NODES - 4);
      assertThat(more("t.more" + second).reasons()).isNotEmpty();
    }
    Files.writeString(Path.of(log + ".ok"), "");
    calendar.turnTo(NINE.plusSeconds(63));
    assertThat(part().problem()).isNull();
    assertThat(leastFree()).isEqualTo(CalendarUnderTest.NODES - (from == 0 ? nodes : 0));
  }

  @Test
  void aModificationOfWhatTheMachineIsStillToldOfWaitsAndIsRefusedIfThatGoesWrong() {
    calendar.start().commit(run);
    var move = Ask.transaction("t.2", new Action.Modify("run", minutes(20, 30), null));
    calendar.start().prepare(move);
    calendar.turnTo(NINE.plusSeconds(60));
    calendar.runCommand("sh", "-c", "false", "sh");
    calendar.start().commit(move);
    assertThatThrownBy(() -> more("t.3")).isInstanceOf(SchedulerUnreachable.class);
    calendar.turnTo(NINE.plusSeconds(61));
    assertThat(more("t.3").reasons().getFirst().refusal().reason()).contains("still told");
    var cancel = Ask.transaction("t.4", new Action.Cancel("run"));
    calendar.start().prepare(cancel);
    calendar.start().commit(cancel);
    assertThat(part().state()).isEqualTo(Part.State.CANCELLED);
  }

  private HoldAnswer.Refused more(String id) {
    var all = new Work.Compute("newton", CalendarUnderTest.NODES);
    var more = Ask.transaction(id, new Action.Modify("run", null, all));
    return (HoldAnswer.Refused) calendar.start().prepare(more);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
