package org.touchpaper.harc.protocol;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A transaction's immutable description: fixed by the client and carried by every message about the
 * transaction (DESIGN decision 1).
 *
 * @param id the transaction
 * @param resourceManagers the voters, one consensus instance each
 * @param acceptors the 2F+1 acceptors, by peer name; their order assigns the ballots
 * @param digest SHA-256 of the caller and the actions, {@link TransactionRequest#digest}
 * @param voteBy after this instant a resource manager that has not voted votes aborted, and the
 *     acceptors finish the transaction
 * @param epoch the acceptor set's epoch; an acceptor that joined in a later epoch refuses the
 *     transaction
 */
public record TransactionRecord(
    TransactionId id,
    List<String> resourceManagers,
    List<String> acceptors,
    String digest,
    Instant voteBy,
    int epoch) {
  private static final int MAX_TOTAL_NOTE_LENGTH = 1 << 17;

  public TransactionRecord {
    resourceManagers = List.copyOf(resourceManagers);
    acceptors = List.copyOf(acceptors);
    requireDistinct("resource managers", resourceManagers);
    requireDistinct("acceptors", acceptors);
    if (acceptors.size() % 2 == 0) {
      throw new IllegalArgumentException(
          id + ": the number of acceptors must be odd: " + acceptors);
    }
    if (epoch < 1) {
      throw new IllegalArgumentException(id + ": epoch must be at least 1, not " + epoch);
    }
  }

  private static void requireDistinct(String what, List<String> names) {
    if (names.isEmpty() || new HashSet<>(names).size() != names.size()) {
      throw new IllegalArgumentException(what + " must be neither empty nor repeated: " + names);
    }
  }

  /** SHA-256 over every field; records with equal fingerprints are equal. */
  public String fingerprint() {
    var hash = new FingerprintBuilder();
    hash.field(id.value());
    hash.field(Integer.toString(resourceManagers.size()));
    resourceManagers.forEach(hash::field);
    acceptors.forEach(hash::field);
    hash.field(digest);
    hash.field(voteBy.toString());
    hash.field(Integer.toString(epoch));
    return hash.hex();
  }

  /**
   * The maximum length of a vote's note, in characters. Each vote is sent together with all others
   * of the transaction, in messages of at most 1 MiB, and a character takes up to six bytes in XML.
   */
  public int maxNoteLength() {
    return MAX_TOTAL_NOTE_LENGTH / resourceManagers.size();
  }

  /** F+1; any two sets of F+1 acceptors share a member. */
  public int majority() {
    return acceptors.size() / 2 + 1;
  }

  /**
   * F+1 acceptors: the given one and those that follow it in the record; all acceptors if it is not
   * one of them.
   */
  public Set<String> majorityFrom(String acceptor) {
    var position = acceptors.indexOf(acceptor);
    return IntStream.range(0, position < 0 ? acceptors.size() : majority())
        .mapToObj(i -> acceptors.get((position + i + acceptors.size()) % acceptors.size()))
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * True if the acceptor takes part: it is named, and its journal began in this epoch or before. An
   * acceptor whose journal began later may have lost promises it made under the same name.
   */
  public boolean hasMember(String acceptor, int firstEpoch) {
    return acceptors.contains(acceptor) && firstEpoch <= epoch;
  }

  /** The acceptor's position in the set, which determines its ballots. */
  public int positionOf(String acceptor) {
    var position = acceptors.indexOf(acceptor);
    if (position < 0) {
      throw new IllegalArgumentException(acceptor + " is not an acceptor of transaction " + id);
    }
    return position;
  }
}
