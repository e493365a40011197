package org.touchpaper.harc.commit;

import java.util.regex.Pattern;

/** Names one attempt at a co-allocation; chosen by the client (DESIGN "Identity"). */
public record TransactionId(String value) implements Comparable<TransactionId> {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._-]{1,120}");

  public TransactionId {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException("not a transaction id: " + value);
    }
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
