package org.touchpaper.harc.commit;

/**
 * A ballot number. Ballot 0 belongs to the resource manager; the others are dealt out among the
 * acceptors in turn, so that no two leaders ever use the same one.
 */
public record Ballot(long number) implements Comparable<Ballot> {
  public static final Ballot ZERO = new Ballot(0);

  public Ballot {
    if (number < 0 || number > 0xFFFF_FFFFL) {
      throw new IllegalArgumentException("no such ballot: " + number);
    }
  }

  /** The lowest ballot above this one that belongs to an acceptor of the set. */
  public Ballot nextFor(TransactionRecord record, String acceptor) {
    var members = record.acceptors().size();
    var own = record.placeOf(acceptor) + 1L;
    var round = number < own ? 0 : (number - own) / members + 1;
    return new Ballot(round * members + own);
  }

  /** True if it was dealt to that acceptor. */
  public boolean belongsTo(TransactionRecord record, String acceptor) {
    return number > 0 && (number - 1) % record.acceptors().size() == record.placeOf(acceptor);
  }

  public boolean isBelow(Ballot other) {
    return number < other.number;
  }

  @Override
  public int compareTo(Ballot other) {
    return Long.compare(number, other.number);
  }

  @Override
  public String toString() {
    return Long.toString(number);
  }
}
