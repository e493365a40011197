package org.touchpaper.harc.protocol;

/** The identifier of one attempt at a co-allocation, chosen by the client (DESIGN "Identity"). */
public record TransactionId(String value) implements Comparable<TransactionId> {
  private static final int MAX_LENGTH = 120;

  public TransactionId {
    if (!isValid(value)) {
      throw new IllegalArgumentException(
          "invalid transaction id: use 1 to 120 letters, digits, '-', '.' or '_', not " + value);
    }
  }

  /** Hand-written instead of a regular expression, because it runs for every incoming message. */
  private static boolean isValid(String value) {
    for (var i = 0; i < value.length(); i++) {
      if (!isAllowed(value.charAt(i))) {
        return false;
      }
    }
    return !value.isEmpty() && value.length() <= MAX_LENGTH;
  }

  private static boolean isAllowed(char c) {
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
