package org.touchpaper.segment.officer;

import org.touchpaper.segment.cut.Cut;

/** The answer to an order of an officer. */
public sealed interface CutOrderResult {

  /** It is cut from now on. */
  record Created(Cut cut) implements CutOrderResult {}

  /** This cut, or another of the same target, is in force; or the same order came before. */
  record Unchanged(Cut cut) implements CutOrderResult {}

  /** The cut is lifted, now or before. */
  record Lifted(Cut cut) implements CutOrderResult {}

  /** There is no such cut. */
  record Unknown() implements CutOrderResult {}

  /** There is no such lightpath, host or site here. */
  record UnknownTarget(String reason) implements CutOrderResult {}

  /** The same id came before with another order. */
  record Rejected(Cut cut) implements CutOrderResult {}
}
