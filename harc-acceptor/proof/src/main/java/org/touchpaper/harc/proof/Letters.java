package org.touchpaper.harc.proof;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers the letters that were ever said, and the sets of them. */
final class Letters {
  private final List<Letter> all = new ArrayList<>();
  private final Map<Letter, Integer> numbers = new HashMap<>();
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
          return all.size() - 1;
        });
  }

  Letter get(int number) {
    return all.get(number);
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
