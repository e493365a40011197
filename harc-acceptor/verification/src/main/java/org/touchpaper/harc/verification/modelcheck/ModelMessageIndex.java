package org.touchpaper.harc.verification.modelcheck;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.touchpaper.harc.protocol.AcceptedVote;

/** Assigns numbers to messages and to sets of them. */
final class ModelMessageIndex {
  private final List<ModelMessage> messages = new ArrayList<>();
  private final Map<ModelMessage, Integer> numbers = new HashMap<>();
  private final BitSet standalone = new BitSet();
  private final BitSet decisions = new BitSet();
  private final List<BitSet> bundles = new ArrayList<>();
  private final Map<Map<String, AcceptedVote>, Integer> bundleNumbers = new HashMap<>();
  private final List<Integer> messageFlags = new ArrayList<>();
  private final List<BitSet> sets = new ArrayList<>();
  private final List<Integer> setFlags = new ArrayList<>();
  private final Map<BitSet, Integer> setNumbers = new HashMap<>();

  ModelMessageIndex() {
    set(new BitSet());
  }

  int numberOf(ModelMessage message) {
    return numbers.computeIfAbsent(
        message,
        added -> {
          messages.add(added);
          messageFlags.add(added.flags());
          decisions.set(messages.size() - 1, (added.flags() & StateFlags.DECIDED) != 0);
          var acceptedVotes = added.acceptedVotes();
          if (acceptedVotes == null) {
            standalone.set(messages.size() - 1);
          } else {
            bundles.get(bundle(acceptedVotes)).set(messages.size() - 1);
          }
          return messages.size() - 1;
        });
  }

  ModelMessage get(int number) {
    return messages.get(number);
  }

  /** The flags of one message, see {@link StateFlags}. */
  int flagsOf(int number) {
    return messageFlags.get(number);
  }

  /** The set without decisions. */
  BitSet withoutDecisions(BitSet sent) {
    var undecided = (BitSet) sent.clone();
    undecided.andNot(decisions);
    return undecided;
  }

  /** The decisions in the set. */
  BitSet decisionsIn(BitSet sent) {
    var decided = (BitSet) sent.clone();
    decided.and(decisions);
    return decided;
  }

  private int bundle(Map<String, AcceptedVote> acceptedVotes) {
    return bundleNumbers.computeIfAbsent(
        acceptedVotes,
        _ -> {
          bundles.add(new BitSet());
          return bundles.size() - 1;
        });
  }

  /** False if the message is part of a bundle. */
  boolean isStandalone(int number) {
    return standalone.get(number);
  }

  int bundleCount() {
    return bundles.size();
  }

  /** All messages in which acceptors report the same accepted votes; do not modify. */
  BitSet bundle(int number) {
    return bundles.get(number);
  }

  int size() {
    return messages.size();
  }

  int setCount() {
    return sets.size();
  }

  /** The number of a set; 0 is the empty one. */
  int set(BitSet members) {
    return setNumbers.computeIfAbsent(
        members,
        added -> {
          sets.add(added);
          setFlags.add(
              added.stream().map(number -> get(number).flags()).reduce(0, (a, b) -> a | b));
          return sets.size() - 1;
        });
  }

  /** A set by its number; do not modify. */
  BitSet set(int number) {
    return sets.get(number);
  }

  /** The flags of a set, see {@link StateFlags}. */
  int flagsOfSet(int set) {
    return setFlags.get(set);
  }
}
