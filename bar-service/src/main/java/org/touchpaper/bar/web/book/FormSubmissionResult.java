package org.touchpaper.bar.web.book;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What became of a submission, for the page.
 *
 * @param text one sentence; empty if the kind says it all
 * @param errors what is wrong, by field
 * @param offers other times that suit
 * @param check what a check found; null if none was made
 * @param booking the booking that was made before; null if none is known
 * @param focus the id of what gets the focus; empty for the first field with an error
 */
public record FormSubmissionResult(
    Kind kind,
    String text,
    FormErrors errors,
    List<AlternativeSlotView> offers,
    @Nullable CheckSummary check,
    @Nullable UUID booking,
    String focus) {

  /** What the page says above the form. */
  public enum Kind {
    NOTHING,
    /** Something was done that is no booking. */
    DONE,
    /** Refused, or not understood; nothing is booked. */
    REFUSED,
    /** Nothing was booked: the same booking exists, and a confirmation is needed. */
    DUPLICATE,
    /** Nothing was booked: this form was submitted before, with other values. */
    SUBMITTED,
    /** Whether it is booked is not known. */
    UNDECIDED
  }

  static final FormSubmissionResult NOTHING = of(Kind.NOTHING, "", null, "");

  public FormSubmissionResult {
    offers = List.copyOf(offers);
  }

  private static FormSubmissionResult of(
      Kind kind, String text, @Nullable UUID booking, String focus) {
    return new FormSubmissionResult(kind, text, FormErrors.NONE, List.of(), null, booking, focus);
  }

  static FormSubmissionResult done(String text) {
    return of(Kind.DONE, text, null, "done");
  }

  /** The form as it was edited; the focus goes to what was added. */
  static FormSubmissionResult edited(String focus) {
    return of(Kind.NOTHING, "", null, focus);
  }

  static FormSubmissionResult refused(
      String text, FormErrors errors, List<AlternativeSlotView> offers) {
    var focus = errors.byField().isEmpty() ? "refused" : "";
    return new FormSubmissionResult(Kind.REFUSED, text, errors, offers, null, null, focus);
  }

  static FormSubmissionResult duplicate(UUID booking) {
    return of(Kind.DUPLICATE, "", booking, "duplicate");
  }

  static FormSubmissionResult submitted(@Nullable UUID booking) {
    return of(Kind.SUBMITTED, "", booking, "submitted");
  }

  static FormSubmissionResult undecided() {
    return of(Kind.UNDECIDED, "", null, "undecided");
  }

  FormSubmissionResult with(CheckSummary summary) {
    return new FormSubmissionResult(kind, text, errors, offers, summary, booking, "check");
  }

  /** The same with the errors in the order of the page. */
  FormSubmissionResult sorted(List<String> ids) {
    return new FormSubmissionResult(kind, text, errors.sorted(ids), offers, check, booking, focus);
  }

  /** Whether the focus goes to an element. */
  public boolean focuses(String id) {
    return focus.isEmpty() ? errors.isFirst(id) : focus.equals(id);
  }

  public boolean is(String name) {
    return kind.name().equals(name);
  }
}
