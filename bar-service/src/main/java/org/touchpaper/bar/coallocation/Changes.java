package org.touchpaper.bar.coallocation;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Schedule;

/** What was asked to be different about a booking, oldest first. */
record Changes(List<Change> all) {

  /** A call that is repeated after so many others is taken for a new one. */
  private static final int REMEMBERED = 100;

  static final Changes NONE = new Changes(List.of());

  Changes {
    all = List.copyOf(all);
  }

  Changes with(Change next) {
    var kept = all.stream().skip(Math.max(0, all.size() + 1 - REMEMBERED));
    return new Changes(Stream.concat(kept, Stream.of(next)).toList());
  }

  /** The last that was asked for under a key. */
  Optional<Change> under(@Nullable String key) {
    return key == null
        ? Optional.empty()
        : all.reversed().stream().filter(each -> Objects.equals(each.key(), key)).findFirst();
  }

  Optional<Change> numbered(int number) {
    return all.stream().filter(each -> each.number() == number).findFirst();
  }

  Optional<Change> last() {
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
  }

  Changes decided(int number, Change.Outcome outcome) {
    return new Changes(
        all.stream().map(each -> each.number() == number ? each.with(outcome) : each).toList());
  }

  /** Offers other times for what was refused. */
  Changes offering(int number, List<Schedule> others) {
    return numbered(number)
        .map(Change::outcome)
        .map(outcome ->
            outcome instanceof Change.Outcome.Refused(var why, _)
                ? decided(number, new Change.Outcome.Refused(why, others))
                : this)
        .orElse(this);
  }
}
