package org.touchpaper.harc.rm.booking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.harc.rm.scheduler.TestRequests.minutes;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.rm.booking.NodeCapacityTimetable.BusyNode;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability.Step;
import org.touchpaper.harc.rm.scheduler.TestRequests;

class NodeCapacityTimetableTest {

  /** A line for each node, a column for each minute from nine; x is taken. */
  private static NodeCapacityTimetable parseDrawing(String drawing) {
    var busy = new ArrayList<BusyNode>();
    var lines = drawing.strip().split("\n", -1);
    for (var node = 0; node < lines.length; node++) {
      var line = lines[node].strip();
      for (var minute = 0; minute < line.length(); minute++) {
        if (line.charAt(minute) == 'x') {
          busy.add(new BusyNode(String.valueOf(node + 1), minutes(minute, minute + 1)));
        }
      }
    }
    return new NodeCapacityTimetable(nodes(lines.length), busy);
  }

  private static List<String> nodes(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(String::valueOf).toList();
  }

  @Test
  void picksTheLowestNodesThatAreFreeThroughout() {
    var availability =
        parseDrawing(
            """
            ..xx..
            ......
            x.....
            ......
            """);
    assertThat(availability.pick(minutes(0, 2), 2, List.of())).contains(List.of("1", "2"));
    assertThat(availability.pick(minutes(1, 3), 2, List.of())).contains(List.of("2", "3"));
    assertThat(availability.pick(minutes(0, 4), 2, List.of())).contains(List.of("2", "4"));
    assertThat(availability.pick(minutes(0, 4), 3, List.of())).isEmpty();
    assertThat(availability.pick(minutes(4, 60), 4, List.of()))
        .contains(List.of("1", "2", "3", "4"));
  }

  /** For example by a job in another user's reservation. */
  @Test
  void aNodeThatIsTakenTwiceAtOnceCountsOnce() {
    var availability =
        new NodeCapacityTimetable(
            nodes(2),
            List.of(
                new BusyNode("1", minutes(2, 3)),
                new BusyNode("1", minutes(0, 4)),
                new BusyNode("1", minutes(3, 5))));
    assertThat(availability.steps(minutes(0, 6)))
        .containsExactly(new Step(minutes(0, 5), 1), new Step(minutes(5, 6), 2));
    assertThat(
            availability.startRanges(
                TestRequests.NINE_O_CLOCK, minutes(5, 6).startTime(), 2, Duration.ofMinutes(1)))
        .extracting(range -> range.firstStart())
        .containsExactly(minutes(5, 6).startTime());
    var within =
        new NodeCapacityTimetable(
            nodes(1), List.of(new BusyNode("1", minutes(0, 4)), new BusyNode("1", minutes(2, 3))));
    assertThat(within.steps(minutes(0, 6)))
        .as("all of it")
        .containsExactly(new Step(minutes(0, 4), 0), new Step(minutes(4, 6), 1));
  }

  @Test
  void aBookingMayStartWhenAnotherEnds() {
    var availability = parseDrawing("..xx..");
    assertThat(availability.pick(minutes(0, 2), 1, List.of())).isPresent();
    assertThat(availability.pick(minutes(4, 6), 1, List.of())).isPresent();
    assertThat(availability.pick(minutes(3, 5), 1, List.of())).isEmpty();
  }

  @Test
  void theNextFitNeedsTheSameNodeThroughout() {
    var availability =
        parseDrawing(
            """
            .x.x..
            x.x...
            """);
    assertThat(availability.nextFit(minutes(0, 1), 1)).contains(minutes(0, 1));
    assertThat(availability.nextFit(minutes(0, 2), 1)).contains(minutes(3, 5));
    assertThat(availability.nextFit(minutes(0, 1), 2)).contains(minutes(4, 5));
    assertThat(availability.nextFit(minutes(0, 2), 3)).isEmpty();
  }

  @Test
  void stepsAdjoinAndCoverTheWindow() {
    var availability =
        parseDrawing(
            """
            .xx...
            ..xx..
            """);
    assertThat(availability.steps(minutes(0, 6)).stream().map(s -> s.free()))
        .containsExactly(2, 1, 0, 1, 2);
    assertThat(availability.steps(minutes(2, 3)).stream().map(s -> s.free())).containsExactly(0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void agreesWithTryingEveryMinute(long seed) {
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    var nodes = 1 + random.nextInt(5);
    var drawing =
        IntStream.range(0, nodes)
            .mapToObj(_ ->
                random
                    .ints(30, 0, 3)
                    .mapToObj(i -> i == 0 ? "x" : ".")
                    .collect(Collectors.joining()))
            .collect(Collectors.joining("\n"));
    var availability = parseDrawing(drawing);
    for (var count = 1; count <= nodes; count++) {
      for (var length = 1; length <= 4; length++) {
        var starts = availability.startRanges(at(0), at(40), count, Duration.ofMinutes(length));
        for (var minute = 0; minute <= 40; minute++) {
          var start = at(minute);
          var listed =
              starts.stream()
                  .anyMatch(r -> !start.isBefore(r.firstStart()) && !start.isAfter(r.lastStart()));
          assertThat(listed)
              .as("seed %s minute %s count %s length %s%n%s", seed, minute, count, length, drawing)
              .isEqualTo(
                  availability
                      .pick(minutes(minute, minute + length), count, List.of())
                      .isPresent());
        }
      }
    }
  }

  private static Instant at(int minute) {
    return TestRequests.NINE_O_CLOCK.plusSeconds(60L * minute);
  }
}
