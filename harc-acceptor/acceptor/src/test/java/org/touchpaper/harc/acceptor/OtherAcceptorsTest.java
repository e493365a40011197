package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.stream.Incarnation;

class OtherAcceptorsTest {
  private final ListAppender<ILoggingEvent> told = new ListAppender<>();

  @TempDir Path data;

  /** Whose memory begins later would keep silent of it; of one never met nothing is known. */
  @Test
  void countsAmongThosePresentOnlyWhoseMemoryReachesBackFarEnough() throws Exception {
    Journal.initialise(data, "a1", 1);
    var channel = new EmbeddedChannel();
    try (var journal = Journal.open(data, "a1", Failpoints.UNWATCHED, InstantSource.system());
        var timers = new Timers(Clock.systemUTC(), channel.eventLoop(), _ -> {})) {
      var others = new OtherAcceptors(journal, timers, Runnable::run, () -> {}, _ -> {});
      assertThat(others.objection("a2", new Incarnation(1, "first"))).isNull();
      assertThat(others.objection("a3", new Incarnation(2, "second"))).isNull();
      var present = Set.of("a2", "a3", "a4");
      assertThat(others.membersOf(1, present)).containsExactly("a2");
      assertThat(others.membersOf(2, present)).containsExactlyInAnyOrder("a2", "a3");
      assertThat(others.membersOf(2, Set.of("a3"))).containsExactly("a3");
    } finally {
      channel.finishAndReleaseAll();
    }
  }

  /** It says something ten times a second, over HTTP if not over a stream. */
  @Test
  void refusesOneThatSpeaksFromAnotherMemoryEachTimeAndSaysSoOnceAMinute() throws Exception {
    var log = (Logger) LoggerFactory.getLogger(OtherAcceptors.class);
    told.start();
    log.addAppender(told);
    Journal.initialise(data, "a1", 1);
    var channel = new EmbeddedChannel();
    try (var journal = Journal.open(data, "a1", Failpoints.UNWATCHED, InstantSource.system());
        var timers = new Timers(Clock.systemUTC(), channel.eventLoop(), _ -> {})) {
      var others = new OtherAcceptors(journal, timers, Runnable::run, () -> {}, _ -> {});
      for (var acceptor : List.of("a2", "a3")) {
        assertThat(others.objection(acceptor, new Incarnation(1, "first"))).isNull();
      }
      for (var n = 0; n < 600; n++) {
        for (var acceptor : List.of("a2", "a3")) {
          assertThat(others.objection(acceptor, new Incarnation(1, "blank"))).contains(acceptor);
        }
      }
    } finally {
      log.detachAppender(told);
      channel.finishAndReleaseAll();
    }
    assertThat(told.list)
        .hasSize(2)
        .allMatch(line -> line.getLevel().equals(Level.ERROR))
        .extracting(ILoggingEvent::getFormattedMessage)
        .satisfiesExactly(
            ofTheSecond -> assertThat(ofTheSecond).contains("a2"),
            ofTheThird -> assertThat(ofTheThird).contains("a3"));
  }
}
