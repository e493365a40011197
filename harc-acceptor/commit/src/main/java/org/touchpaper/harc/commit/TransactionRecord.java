package org.touchpaper.harc.commit;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What everybody must agree on before they can agree on anything else: fixed by the client,
 * immutable, and carried by every message about the transaction (DESIGN decision 1).
 *
 * @param id the transaction
 * @param resourceManagers the voters, one consensus instance each
 * @param acceptors the 2F+1 acceptors, by peer name; their order gives each its own ballots
 * @param digest SHA-256 of the caller and the actions, {@link Request#digest}
 * @param voteBy after this instant a resource manager that has not voted votes aborted, and the
 *     acceptors finish
 * @param epoch the acceptor set's epoch; who became an acceptor in a later one refuses the
 *     transaction
 */
public record TransactionRecord(
    TransactionId id,
    List<String> resourceManagers,
    List<String> acceptors,
    String digest,
    Instant voteBy,
    int epoch) {
  private static final int ALL_NOTES = 1 << 17;

  public TransactionRecord {
    resourceManagers = List.copyOf(resourceManagers);
    acceptors = List.copyOf(acceptors);
    distinct("resource managers", resourceManagers);
    distinct("acceptors", acceptors);
    if (acceptors.size() % 2 == 0) {
      throw new IllegalArgumentException(id + ": acceptors come in odd numbers: " + acceptors);
    }
    if (epoch < 1) {
      throw new IllegalArgumentException(id + ": epochs start at 1, not " + epoch);
    }
  }

  private static void distinct(String what, List<String> names) {
    if (names.isEmpty() || new HashSet<>(names).size() != names.size()) {
      throw new IllegalArgumentException(what + " must be named once each: " + names);
    }
  }

  /** SHA-256 over every field: as good as the record where only sameness matters. */
  public String fingerprint() {
    var all = new Fingerprint();
    all.field(id.value());
    all.field(Integer.toString(resourceManagers.size()));
    resourceManagers.forEach(all::field);
    acceptors.forEach(all::field);
    all.field(digest);
    all.field(voteBy.toString());
    all.field(Integer.toString(epoch));
    return all.hex();
  }

  /**
   * How long a vote's note may be, in characters. Every vote is told with all the others of its
   * transaction, in messages of a mebibyte at most, and in XML a character takes up to six bytes.
   */
  public int longestNote() {
    return ALL_NOTES / resourceManagers.size();
  }

  /** F+1: any two such sets of acceptors share a member. */
  public int majority() {
    return acceptors.size() / 2 + 1;
  }

  /** F+1 acceptors: that one, and those that follow it in the record; all if it is none of them. */
  Set<String> majorityFrom(String acceptor) {
    var place = acceptors.indexOf(acceptor);
    return IntStream.range(0, place < 0 ? acceptors.size() : majority())
        .mapToObj(i -> acceptors.get((place + i + acceptors.size()) % acceptors.size()))
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * True if an acceptor whose memory begins with that epoch takes part. Who begins with a later one
   * may have promised something under the same name, and have lost it.
   */
  boolean hasMember(String acceptor, int since) {
    return acceptors.contains(acceptor) && since <= epoch;
  }

  /** The acceptor's place in the set, which makes its ballots its own. */
  public int placeOf(String acceptor) {
    var place = acceptors.indexOf(acceptor);
    if (place < 0) {
      throw new IllegalArgumentException(acceptor + " is no acceptor of " + id);
    }
    return place;
  }
}
