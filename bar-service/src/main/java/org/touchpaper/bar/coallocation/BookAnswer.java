package org.touchpaper.bar.coallocation;

/** What the co-allocator answers to a call that books. */
public sealed interface BookAnswer {

  CoAllocation booking();

  /** Decided: booked. */
  record Booked(CoAllocation booking) implements BookAnswer {}

  /** Begun, still undecided. */
  record Undecided(CoAllocation booking) implements BookAnswer {}

  /** Does not fit now; nothing is held. */
  record Refused(CoAllocation booking) implements BookAnswer {}

  /** Can never fit, whenever it were asked for; nothing is held. */
  record NeverFits(CoAllocation booking) implements BookAnswer {}

  /** Something else was committed in its place, which the books lack; this is never committed. */
  record Overtaken(CoAllocation booking) implements BookAnswer {}

  /** Too few acceptors answered before anything was sent; the same key may be tried again. */
  record NotStarted(CoAllocation booking) implements BookAnswer {}
}
