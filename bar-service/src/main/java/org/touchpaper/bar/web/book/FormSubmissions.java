package org.touchpaper.bar.web.book;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.context.annotation.SessionScope;

/**
 * The forms that a session has submitted: time of first submission and resulting booking, by key. A
 * repeated submission is the same request, also if its start is "now".
 */
@Component
@SessionScope
class FormSubmissions {

  private static final int MAX_SUBMISSIONS = 100;

  private record Submission(Instant submittedAt, @Nullable UUID bookingId) {}

  private final Map<String, Submission> submissions = new LinkedHashMap<>();

  /** Returns the time of the first submission, {@code now} if this is the first. */
  synchronized Instant firstSubmittedAt(String key, Instant now) {
    if (submissions.size() == MAX_SUBMISSIONS && !submissions.containsKey(key)) {
      submissions.remove(submissions.keySet().iterator().next());
    }
    return submissions.computeIfAbsent(key, _ -> new Submission(now, null)).submittedAt();
  }

  synchronized void recordBooking(String key, UUID bookingId) {
    submissions.computeIfPresent(
        key, (_, submission) -> new Submission(submission.submittedAt(), bookingId));
  }

  synchronized Optional<UUID> bookingOf(String key) {
    return Optional.ofNullable(submissions.get(key)).map(Submission::bookingId);
  }

  /** Forgets a submission without a booking, so that the next counts as the first. */
  synchronized void discard(String key) {
    submissions.computeIfPresent(
        key, (_, submission) -> submission.bookingId() == null ? null : submission);
  }
}
