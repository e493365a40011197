package org.touchpaper.nsap.element.openconfig;

import org.w3c.dom.Element;

/** What became of a request (RFC 6241, section 4). */
sealed interface NetconfReply {

  /** Done; what was asked for is below this element. */
  record Ok(Element reply) implements NetconfReply {}

  /**
   * Refused.
   *
   * @param tag the standard's name for the error, such as {@code data-exists} (appendix A)
   */
  record Refused(String tag, String message) implements NetconfReply {}

  /** Never sent. */
  record NotSent(String reason) implements NetconfReply {}

  /** Nobody can know whether it was, or will be, carried out. */
  record Unknown(String reason) implements NetconfReply {}
}
