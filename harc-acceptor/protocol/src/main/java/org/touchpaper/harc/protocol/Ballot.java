package org.touchpaper.harc.protocol;

/**
 * A ballot number (Gray and Lamport, section 4.2). Ballot 0 belongs to the resource manager. The
 * others are assigned to the acceptors in rotation, so that no two leaders use the same one.
 */
public record Ballot(long number) implements Comparable<Ballot> {
  public static final Ballot ZERO = new Ballot(0);

  public Ballot {
    if (number < 0 || number > 0xFFFF_FFFFL) {
      throw new IllegalArgumentException("ballot number must be 0 to 4294967295, not " + number);
    }
  }

  /** The lowest ballot above this one that belongs to the acceptor. */
  public Ballot nextFor(TransactionRecord record, String acceptor) {
    var acceptorCount = record.acceptors().size();
    var ordinal = record.positionOf(acceptor) + 1L;
    var round = number < ordinal ? 0 : (number - ordinal) / acceptorCount + 1;
    return new Ballot(round * acceptorCount + ordinal);
  }

  /** True if this ballot is assigned to the acceptor. */
  public boolean belongsTo(TransactionRecord record, String acceptor) {
    return number > 0 && (number - 1) % record.acceptors().size() == record.positionOf(acceptor);
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
