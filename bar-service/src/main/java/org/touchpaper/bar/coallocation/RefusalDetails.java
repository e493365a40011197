package org.touchpaper.bar.coallocation;

import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** Why a co-allocation was refused or has failed, and the alternatives. */
@Embeddable
class RefusalDetails {

  @Convert(converter = JsonConverters.RefusalsConverter.class)
  private List<Refusal> refusals = List.of();

  @Convert(converter = JsonConverters.SchedulesConverter.class)
  private List<Schedule> alternatives = List.of();

  private @Nullable String reason;

  protected RefusalDetails() {}

  static RefusalDetails none() {
    return new RefusalDetails();
  }

  /** The refusals of the last attempt, which may be retried. */
  static RefusalDetails refusedBy(List<Refusal> newRefusals) {
    var details = new RefusalDetails();
    details.refusals = List.copyOf(newRefusals);
    return details;
  }

  static RefusalDetails withReason(String reason) {
    var details = new RefusalDetails();
    details.reason = reason;
    return details;
  }

  RefusalDetails withRefusals(List<Refusal> newRefusals) {
    var details = refusedBy(newRefusals);
    details.reason = reason;
    details.alternatives = alternatives;
    return details;
  }

  /** Returns true if there is no refusal, and a resource manager did not answer. */
  boolean isUnanswered() {
    return isUnanswered(refusals);
  }

  static boolean isUnanswered(List<Refusal> refusals) {
    return !refusals.isEmpty()
        && refusals.stream().allMatch(refusal -> refusal.code() == Refusal.Code.UNREACHABLE);
  }

  /** Makes the refusal final. */
  void finish(SlotSearchState placement) {
    var first =
        refusals.stream().map(Refusal::reason).findFirst().orElse("the transaction was aborted");
    reason = isUnanswered() ? first : placement.describeRefusal(first);
  }

  void offerAlternatives(List<Schedule> schedules) {
    alternatives = List.copyOf(schedules);
  }

  List<Refusal> refusals() {
    return refusals;
  }

  List<Schedule> alternatives() {
    return alternatives;
  }

  Optional<String> reason() {
    return Optional.ofNullable(reason);
  }
}
