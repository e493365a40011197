package org.touchpaper.timetable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.timetable.TimetableDrawings.minute;
import static org.touchpaper.timetable.TimetableDrawings.minutes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.timetable.CommonSlotFinder.Demand;

/** Compares the timetable with an array of one number a minute, on seeded bookings and releases. */
class AgainstNaiveReferenceTest {

  private static final int MINUTES = 60;
  private static final int CAPACITY = 12;

  private record Booking(int from, int to, int amount) {}

  /** The reference and the timetable, with the same bookings. */
  private static final class Pair {
    private final long[] load = new long[MINUTES];
    private final List<Booking> bookings = new ArrayList<>();
    private CapacityTimetable timetable = CapacityTimetable.ofCapacity(CAPACITY);

    void book(Booking booking) {
      bookings.add(booking);
      timetable = timetable.book(minutes(booking.from, booking.to), booking.amount);
      Arrays.setAll(load, i -> load[i] + (inside(booking, i) ? booking.amount : 0));
    }

    void release(Booking booking) {
      bookings.remove(booking);
      timetable = timetable.release(minutes(booking.from, booking.to), booking.amount);
      Arrays.setAll(load, i -> load[i] - (inside(booking, i) ? booking.amount : 0));
    }

    private static boolean inside(Booking booking, int minute) {
      return booking.from <= minute && minute < booking.to;
    }

    long peak(int from, int to) {
      return IntStream.range(from, to).mapToLong(i -> load[i]).max().orElseThrow();
    }

    boolean fits(int start, int length, long amount) {
      return peak(start, start + length) + amount <= CAPACITY;
    }
  }

  static LongStream seeds() {
    return LongStream.range(0, 40).map(i -> i * 7919 + 20261201);
  }

  private static RandomGenerator random(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  private static Booking booking(RandomGenerator random) {
    var from = random.nextInt(MINUTES - 1);
    return new Booking(from, random.nextInt(from + 1, MINUTES + 1), random.nextInt(1, 7));
  }

  private static Pair filled(RandomGenerator random, int bookings) {
    var pair = new Pair();
    IntStream.range(0, bookings).forEach(_ -> pair.book(booking(random)));
    return pair;
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void agreesOnEveryPeakAfterEveryChange(long seed) {
    var random = random(seed);
    var pair = new Pair();
    for (var i = 0; i < 40; i++) {
      if (!pair.bookings.isEmpty() && random.nextInt(3) == 0) {
        pair.release(pair.bookings.get(random.nextInt(pair.bookings.size())));
      } else {
        pair.book(booking(random));
      }
      for (var from = 0; from < MINUTES; from += 3) {
        for (var to = from + 1; to <= MINUTES; to += 2) {
          assertThat(pair.timetable.peak(minutes(from, to)))
              .as("seed %d, change %d, [%d, %d)", seed, i, from, to)
              .isEqualTo(pair.peak(from, to));
        }
      }
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void agreesOnStepsAndRanges(long seed) {
    var random = random(seed);
    var pair = filled(random, 8);
    var from = random.nextInt(MINUTES / 2);
    var within = minutes(from, random.nextInt(from + 1, MINUTES + 1));
    var amount = random.nextInt(1, CAPACITY + 1);
    var steps = pair.timetable.freeSteps(within);

    assertThat(steps.window()).as("seed %d", seed).isEqualTo(within);
    for (var step : steps.steps()) {
      for (var at = step.window().start();
          at.isBefore(step.window().end());
          at = at.plus(Duration.ofMinutes(1))) {
        var minute = (int) Duration.between(TimetableDrawings.NOON, at).toMinutes();
        assertThat(step.amount())
            .as("seed %d, minute %d", seed, minute)
            .isEqualTo(CAPACITY - pair.load[minute]);
      }
    }
    assertThat(pair.timetable.freeRanges(within, amount))
        .as("seed %d", seed)
        .isEqualTo(steps.windowsWithAtLeast(amount));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void agreesOnEveryStart(long seed) {
    var random = random(seed);
    var pair = filled(random, 6);
    var length = random.nextInt(1, 10);
    var amount = random.nextInt(1, 9);
    var starts =
        pair.timetable.startRanges(minutes(0, MINUTES), amount, Duration.ofMinutes(length));

    for (var start = 0; start <= MINUTES - length; start++) {
      assertThat(starts.contains(minute(start)))
          .as("seed %d, minute %d", seed, start)
          .isEqualTo(pair.fits(start, length, amount));
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void agreesOnTheEarliestCommonSlot(long seed) {
    var random = random(seed);
    var pairs = IntStream.range(0, 4).mapToObj(_ -> filled(random, 4)).toList();
    var length = random.nextInt(1, 8);
    var amount = random.nextInt(1, 7);
    var expected =
        IntStream.rangeClosed(0, MINUTES - length)
            .filter(start -> pairs.stream().allMatch(pair -> pair.fits(start, length, amount)))
            .mapToObj(start -> minutes(start, start + (long) length))
            .findFirst();
    var within = minutes(0, MINUTES);
    var duration = Duration.ofMinutes(length);

    assertThat(
            CommonSlotFinder.earliest(
                pairs.stream().map(pair -> new Demand(pair.timetable, amount)).toList(),
                within,
                duration))
        .as("seed %d", seed)
        .isEqualTo(expected);
    assertThat(
            pairs.stream()
                .map(pair -> pair.timetable.startRanges(within, amount, duration))
                .reduce(StartRanges::intersect)
                .orElseThrow()
                .earliest())
        .as("seed %d, by intersection", seed)
        .isEqualTo(expected.map(Window::start));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void isEmptyAfterReleasesInAnyOrder(long seed) {
    var random = random(seed);
    var pair = filled(random, 30);
    while (!pair.bookings.isEmpty()) {
      pair.release(pair.bookings.get(random.nextInt(pair.bookings.size())));
    }

    assertThat(pair.timetable.freeSteps(minutes(0, MINUTES)))
        .as("seed %d", seed)
        .isEqualTo(StepFunction.constant(minutes(0, MINUTES), CAPACITY));
  }
}
