package org.touchpaper.harc.proof;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.touchpaper.harc.commit.Accepted;

/** Numbers the letters that were ever said, and the sets of them. */
final class Letters {
  private final List<Letter> all = new ArrayList<>();
  private final Map<Letter, Integer> numbers = new HashMap<>();
  private final BitSet alone = new BitSet();
  private final BitSet decisions = new BitSet();
  private final List<BitSet> bundles = new ArrayList<>();
  private final Map<Map<String, Accepted>, Integer> bundleNumbers = new HashMap<>();
  private final List<Integer> letterClaims = new ArrayList<>();
  private final List<BitSet> sets = new ArrayList<>();
  private final List<Integer> claims = new ArrayList<>();
  private final Map<BitSet, Integer> setNumbers = new HashMap<>();

  Letters() {
    set(new BitSet());
  }

  int number(Letter letter) {
    return numbers.computeIfAbsent(
        letter,
        fresh -> {
          all.add(fresh);
          letterClaims.add(fresh.claims());
          decisions.set(all.size() - 1, (fresh.claims() & Claims.DECIDED) != 0);
          var fact = fresh.fact();
          if (fact == null) {
            alone.set(all.size() - 1);
          } else {
            bundles.get(bundle(fact)).set(all.size() - 1);
          }
          return all.size() - 1;
        });
  }

  Letter get(int number) {
    return all.get(number);
  }

  /** What one letter claims, see {@link Claims}. */
  int claimsOf(int number) {
    return letterClaims.get(number);
  }

  /** All of these but for decisions. */
  BitSet undecided(BitSet said) {
    var undecided = (BitSet) said.clone();
    undecided.andNot(decisions);
    return undecided;
  }

  /** The decisions of these. */
  BitSet decided(BitSet said) {
    var decided = (BitSet) said.clone();
    decided.and(decisions);
    return decided;
  }

  private int bundle(Map<String, Accepted> fact) {
    return bundleNumbers.computeIfAbsent(
        fact,
        _ -> {
          bundles.add(new BitSet());
          return bundles.size() - 1;
        });
  }

  /** False if it is part of a bundle. */
  boolean comesAlone(int number) {
    return alone.get(number);
  }

  int bundleCount() {
    return bundles.size();
  }

  /** All letters in which acceptors say that they accepted the same; not to be changed. */
  BitSet bundle(int number) {
    return bundles.get(number);
  }

  int size() {
    return all.size();
  }

  int setCount() {
    return sets.size();
  }

  /** The number of a set; 0 is the empty one. */
  int set(BitSet letters) {
    return setNumbers.computeIfAbsent(
        letters,
        fresh -> {
          sets.add(fresh);
          claims.add(fresh.stream().map(each -> get(each).claims()).reduce(0, (a, b) -> a | b));
          return sets.size() - 1;
        });
  }

  /** A set by its number; not to be changed. */
  BitSet set(int number) {
    return sets.get(number);
  }

  /** What the letters of a set claim, see {@link Claims}. */
  int claims(int set) {
    return claims.get(set);
  }
}
