package org.touchpaper.bar.coallocation;

/** What the co-allocator answers to a call that changes a booking. */
public sealed interface ModifyAnswer {

  /** Decided: it is what was asked for. */
  record Modified(CoAllocation booking) implements ModifyAnswer {}

  /** Begun, still undecided; until then it is what it was. */
  record Undecided(CoAllocation booking) implements ModifyAnswer {}

  /** Does not fit now; it is what it was. */
  record Refused(CoAllocation booking, Change.Outcome.Refused why) implements ModifyAnswer {}

  /** Can never fit; it is what it was. */
  record NeverFits(CoAllocation booking, Change.Outcome.Refused why) implements ModifyAnswer {}

  /** Its state does not allow a change; nothing was begun. */
  record WrongState(String why) implements ModifyAnswer {}

  /** No majority of the acceptors took it up, and it never commits; it may be tried again. */
  record NotStarted(CoAllocation booking, String why) implements ModifyAnswer {}
}
