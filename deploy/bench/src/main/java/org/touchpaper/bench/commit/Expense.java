package org.touchpaper.bench.commit;

/**
 * What agreements have taken so far, counted where it is spent.
 *
 * @param messages what has been said between acceptors and resource managers, and by clients
 * @param flushes how often somebody has waited for the disk
 */
record Expense(long messages, long flushes) {

  Expense plus(long moreMessages, long moreFlushes) {
    return new Expense(messages + moreMessages, flushes + moreFlushes);
  }

  /** What each of so many agreements took that came since. */
  Each since(Expense before, long agreements) {
    return new Each(
        (messages - before.messages) / (double) agreements,
        (flushes - before.flushes) / (double) agreements);
  }

  /** The share of one agreement. */
  record Each(double messages, double flushes) {}

  /**
   * Gray and Lamport's count for Paxos Commit where nobody shares a process (section 5): (N+1)(F+3)
   * - 2 messages and N+F+1 writes.
   */
  static Each ofThePaper(int resourceManagers, int acceptors) {
    var f = acceptors / 2;
    return new Each((resourceManagers + 1) * (f + 3) - 2, resourceManagers + f + 1);
  }
}
