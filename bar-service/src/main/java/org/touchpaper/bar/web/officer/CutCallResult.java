package org.touchpaper.bar.web.officer;

/** What the campus's segment answers. */
sealed interface CutCallResult<T> {

  record Done<T>(T value) implements CutCallResult<T> {}

  /**
   * The order is refused, and nothing has changed.
   *
   * @param status of HTTP (RFC 9110, section 15.5)
   * @param reason the segment's words
   */
  record Refused<T>(int status, String reason) implements CutCallResult<T> {

    boolean isNotFound() {
      return status == 404;
    }

    /** True if the order's id was used for another order. */
    boolean isConflict() {
      return status == 409;
    }

    /** What to do, in a sentence. */
    String advice(String segment) {
      return switch (status) {
        case 401, 403 ->
            "Ask the operator of "
                + segment
                + " to give this broker the role officer among its peers.";
        case 409 -> "Order it again; the order then gets a new id.";
        case 422 -> "Correct it, and order it again.";
        case 429 -> "Wait a minute, and order it again.";
        default -> "Tell the operator of " + segment + ".";
      };
    }
  }

  /** There is no answer: the order may have been carried out, or not. */
  record NoAnswer<T>(String reason) implements CutCallResult<T> {}
}
