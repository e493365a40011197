package org.touchpaper.harc.commit;

/** Classic mistakes, put in from outside; the simulation must notice each. */
enum Mutant {
  NONE,
  /** M1: a resource manager forgets its vote when it restarts, and votes again. */
  RM_FORGETS,
  /** M2: an acceptor forgets everything when it restarts. */
  ACCEPTOR_FORGETS,
  /** M3: a prepared resource manager gives up by itself. */
  PREPARED_TIMES_OUT,
  /** M4: two leaders use the same ballot. */
  BALLOT_USED_TWICE,
  /** M5: an acceptor accepts below its promise. */
  PROMISE_BROKEN,
  /** One acceptor's word is counted as if all had said it. */
  COUNTED_TWICE,
  /** An acceptor that has never heard of a transaction says it is aborted. */
  UNKNOWN_IS_ABORTED,
  /** What is said is not yet durable. */
  SPEAKS_BEFORE_DURABLE
}
