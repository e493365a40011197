package org.touchpaper.harc.rm.backend.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.harc.rm.scheduler.TestRequests.NINE_O_CLOCK;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.TestRequests;

/** The directory of allocation files is created once, and required from then on. */
class AllocationDirectoryTest extends AllocationTestBase {

  @Test
  void theFirstStartCreatesIt() throws IOException {
    Files.delete(directory);
    calendar.restart();
    assertThat(directory).isEmptyDirectory();
  }

  /** The machine would not see a directory below the mount point of an unmounted file system. */
  @Test
  void aMissingDirectoryIsNotCreatedAgain() throws IOException {
    calendar.restart();
    calendar.newScheduler().commit(run);
    var moved = Files.move(directory, scratch.resolve("away"));
    calendar.restart();
    calendar.turnTo(NINE_O_CLOCK);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(300));
    assertThat(directory).doesNotExist();
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
    assertThat(part().problem()).contains("cannot find " + directory, "mount it", "create it");
    Files.move(moved, directory);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(301));
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
    assertThat(part().problem()).isNull();
  }

  /** A booking that is cancelled while it starts, before it has a file, is cleared, too. */
  @Test
  void aDirectoryThatCouldNotBeCreatedIsCreatedAsSoonAsPossible() throws IOException {
    Files.delete(directory);
    Files.writeString(directory, "in the way");
    calendar.restart();
    calendar.newScheduler().commit(run);
    calendar.turnTo(NINE_O_CLOCK);
    assertThat(part().problem()).contains("cannot create " + directory);
    var cancel = TestRequests.transaction("t.2", new BookingAction.Cancel("run"));
    calendar.newScheduler().prepare(cancel);
    calendar.newScheduler().commit(cancel);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(1));
    assertThat(part().released()).isFalse();
    Files.delete(directory);
    calendar.turnTo(NINE_O_CLOCK.plusSeconds(2));
    assertThat(directory).isEmptyDirectory();
    assertThat(part().state()).isEqualTo(ActionStatusDetails.State.CANCELLED);
    assertThat(part().released()).isTrue();
  }
}
