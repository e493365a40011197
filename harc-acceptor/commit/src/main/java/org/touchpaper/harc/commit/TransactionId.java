package org.touchpaper.harc.commit;

/** Names one attempt at a co-allocation; chosen by the client (DESIGN "Identity"). */
public record TransactionId(String value) implements Comparable<TransactionId> {
  private static final int LONGEST = 120;

  public TransactionId {
    if (!isOne(value)) {
      throw new IllegalArgumentException("not a transaction id: " + value);
    }
  }

  /** Every message that arrives is asked this, so it is worth a few lines. */
  private static boolean isOne(String value) {
    for (var i = 0; i < value.length(); i++) {
      if (!mayHold(value.charAt(i))) {
        return false;
      }
    }
    return !value.isEmpty() && value.length() <= LONGEST;
  }

  private static boolean mayHold(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= '0' && c <= '9')
        || (c >= 'A' && c <= 'Z')
        || c == '-'
        || c == '.'
        || c == '_';
  }

  @Override
  public int compareTo(TransactionId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
