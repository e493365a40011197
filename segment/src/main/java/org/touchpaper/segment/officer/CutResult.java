package org.touchpaper.segment.officer;

import org.touchpaper.segment.cut.Cut;

/** The answer to an order of an officer. */
public sealed interface CutResult {

  /** It is cut from now on. */
  record Created(Cut cut) implements CutResult {}

  /** This cut, or another of the same target, is in force; or the same order came before. */
  record Unchanged(Cut cut) implements CutResult {}

  /** The cut is lifted, now or before. */
  record Lifted(Cut cut) implements CutResult {}

  /** There is no such cut. */
  record Unknown() implements CutResult {}

  /** There is no such lightpath, host or site here. */
  record UnknownTarget(String reason) implements CutResult {}

  /** The same id came before with another order. */
  record Rejected(Cut cut) implements CutResult {}
}
