package org.touchpaper.bar.coallocation;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Schedule;

/** A booking's change requests, oldest first. */
public record ModificationHistory(List<ModificationRecord> all) {

  /** The number of requests kept; a repeat of an older one counts as new. */
  private static final int MAX_RECORDED = 100;

  static final ModificationHistory NONE = new ModificationHistory(List.of());

  public ModificationHistory {
    all = List.copyOf(all);
  }

  ModificationHistory append(ModificationRecord record) {
    var recent = all.stream().skip(Math.max(0, all.size() + 1 - MAX_RECORDED));
    return new ModificationHistory(Stream.concat(recent, Stream.of(record)).toList());
  }

  /** Returns the last request under a key. */
  public Optional<ModificationRecord> findByKey(@Nullable String key) {
    return key == null
        ? Optional.empty()
        : all.reversed().stream().filter(record -> Objects.equals(record.key(), key)).findFirst();
  }

  public Optional<ModificationRecord> findByNumber(int number) {
    return all.stream().filter(record -> record.number() == number).findFirst();
  }

  Optional<ModificationRecord> last() {
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
  }

  ModificationHistory withOutcome(int number, ModificationRecord.Outcome outcome) {
    return new ModificationHistory(
        all.stream()
            .map(record -> record.number() == number ? record.withOutcome(outcome) : record)
            .toList());
  }

  /** Adds alternatives to a refused request. */
  ModificationHistory withAlternatives(int number, List<Schedule> alternatives) {
    return findByNumber(number)
        .map(ModificationRecord::outcome)
        .map(outcome ->
            outcome instanceof ModificationRecord.Outcome.Refused(var refusals, _)
                ? withOutcome(
                    number, new ModificationRecord.Outcome.Refused(refusals, alternatives))
                : this)
        .orElse(this);
  }
}
