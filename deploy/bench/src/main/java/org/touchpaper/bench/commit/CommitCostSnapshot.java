package org.touchpaper.bench.commit;

/**
 * Total costs of transactions so far.
 *
 * @param messages sent between acceptors and resource managers, and by clients
 * @param flushes of journals and logs
 */
record CommitCostSnapshot(long messages, long flushes) {

  CommitCostSnapshot plus(long moreMessages, long moreFlushes) {
    return new CommitCostSnapshot(messages + moreMessages, flushes + moreFlushes);
  }

  /** Returns the average cost of the transactions since an earlier reading. */
  AverageCost averageSince(CommitCostSnapshot earlier, long transactions) {
    return new AverageCost(
        (messages - earlier.messages) / (double) transactions,
        (flushes - earlier.flushes) / (double) transactions);
  }

  /** Cost of one transaction. */
  record AverageCost(double messages, double flushes) {}

  /**
   * Gray and Lamport's count for Paxos Commit with every role in a process of its own (section 5):
   * (N+1)(F+3) - 2 messages and N+F+1 writes.
   */
  static AverageCost theoretical(int resourceManagers, int acceptors) {
    var f = acceptors / 2;
    return new AverageCost((resourceManagers + 1) * (f + 3) - 2, resourceManagers + f + 1);
  }
}
