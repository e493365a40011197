package org.touchpaper.timetable;

import org.jspecify.annotations.Nullable;

/**
 * The instants at which a load changes, as an immutable treap (Seidel and Aragon 1996): keyed by
 * time, heap-ordered by a hash of the time, so its shape depends on its content alone. Each node
 * knows the sum of its subtree and the highest and lowest running sum within it, which makes every
 * question about a stretch of time O(log n).
 *
 * <p>{@code null} is the empty tree.
 */
final class Changes {

  /** No such instant. */
  static final long NEVER = Long.MAX_VALUE;

  private final long time;
  private final long delta;
  private final @Nullable Changes left;
  private final @Nullable Changes right;
  private final long sum;
  private final long highest;
  private final long lowest;

  private Changes(long time, long delta, @Nullable Changes left, @Nullable Changes right) {
    this.time = time;
    this.delta = delta;
    this.left = left;
    this.right = right;
    var here = sum(left) + delta;
    this.sum = here + sum(right);
    var high = here;
    var low = here;
    if (left != null) {
      high = Math.max(high, left.highest);
      low = Math.min(low, left.lowest);
    }
    if (right != null) {
      high = Math.max(high, here + right.highest);
      low = Math.min(low, here + right.lowest);
    }
    this.highest = high;
    this.lowest = low;
  }

  /** The same changes and one more; a change that comes to nothing disappears. */
  static @Nullable Changes add(@Nullable Changes tree, long time, long delta) {
    if (tree == null) {
      return delta == 0 ? null : new Changes(time, delta, null, null);
    }
    if (time == tree.time) {
      var total = tree.delta + delta;
      return total == 0
          ? merge(tree.left, tree.right)
          : new Changes(time, total, tree.left, tree.right);
    }
    // A time's rank is fixed, so one that outranks this node cannot lie below it.
    if (rank(time) > rank(tree.time)) {
      return delta == 0
          ? tree
          : new Changes(time, delta, before(tree, time), atOrAfter(tree, time));
    }
    return time < tree.time
        ? new Changes(tree.time, tree.delta, add(tree.left, time, delta), tree.right)
        : new Changes(tree.time, tree.delta, tree.left, add(tree.right, time, delta));
  }

  /** The changes strictly before an instant. */
  static @Nullable Changes before(@Nullable Changes tree, long time) {
    if (tree == null) {
      return null;
    }
    return tree.time < time
        ? new Changes(tree.time, tree.delta, tree.left, before(tree.right, time))
        : before(tree.left, time);
  }

  /** The changes at an instant and after it. */
  static @Nullable Changes atOrAfter(@Nullable Changes tree, long time) {
    if (tree == null) {
      return null;
    }
    return tree.time < time
        ? atOrAfter(tree.right, time)
        : new Changes(tree.time, tree.delta, atOrAfter(tree.left, time), tree.right);
  }

  private static @Nullable Changes merge(@Nullable Changes first, @Nullable Changes second) {
    if (first == null) {
      return second;
    }
    if (second == null) {
      return first;
    }
    return rank(first.time) > rank(second.time)
        ? new Changes(first.time, first.delta, first.left, merge(first.right, second))
        : new Changes(second.time, second.delta, merge(first, second.left), second.right);
  }

  /** The running sum at an instant: all changes up to it and at it. */
  static long at(@Nullable Changes tree, long time) {
    var total = 0L;
    for (var node = tree; node != null; ) {
      if (node.time <= time) {
        total += sum(node.left) + node.delta;
        node = node.right;
      } else {
        node = node.left;
      }
    }
    return total;
  }

  /** The highest running sum within [from, to). */
  static long highest(@Nullable Changes tree, long from, long to) {
    return Math.max(at(tree, from), highestBetween(tree, 0, from, to));
  }

  /** The highest running sum at the changes after {@code from} and before {@code to}. */
  private static long highestBetween(@Nullable Changes tree, long earlier, long from, long to) {
    var base = earlier;
    for (var node = tree; node != null; ) {
      var here = base + sum(node.left) + node.delta;
      if (node.time <= from) {
        base = here;
        node = node.right;
      } else if (node.time >= to) {
        node = node.left;
      } else {
        return Math.max(
            here,
            Math.max(highestAfter(node.left, base, from), highestBefore(node.right, here, to)));
      }
    }
    return Long.MIN_VALUE;
  }

  private static long highestAfter(@Nullable Changes tree, long earlier, long from) {
    var best = Long.MIN_VALUE;
    var base = earlier;
    for (var node = tree; node != null; ) {
      var here = base + sum(node.left) + node.delta;
      if (node.time <= from) {
        base = here;
        node = node.right;
      } else {
        best = Math.max(best, here);
        best = node.right == null ? best : Math.max(best, here + node.right.highest);
        node = node.left;
      }
    }
    return best;
  }

  private static long highestBefore(@Nullable Changes tree, long earlier, long to) {
    var best = Long.MIN_VALUE;
    var base = earlier;
    for (var node = tree; node != null; ) {
      var here = base + sum(node.left) + node.delta;
      if (node.time >= to) {
        node = node.left;
      } else {
        best = Math.max(best, here);
        best = node.left == null ? best : Math.max(best, base + node.left.highest);
        base = here;
        node = node.right;
      }
    }
    return best;
  }

  /** The first instant from {@code from} on at which the running sum exceeds a level. */
  static long firstAbove(@Nullable Changes tree, long from, long level) {
    return at(tree, from) > level ? from : changeAbove(tree, 0, from, level);
  }

  private static long changeAbove(@Nullable Changes tree, long earlier, long from, long level) {
    if (tree == null || earlier + tree.highest <= level) {
      return NEVER;
    }
    var here = earlier + sum(tree.left) + tree.delta;
    if (tree.time > from) {
      var sooner = changeAbove(tree.left, earlier, from, level);
      if (sooner != NEVER) {
        return sooner;
      }
      if (here > level) {
        return tree.time;
      }
    }
    return changeAbove(tree.right, here, from, level);
  }

  /** The first instant from {@code from} on at which the running sum is at most a level. */
  static long firstAtMost(@Nullable Changes tree, long from, long level) {
    return at(tree, from) <= level ? from : changeAtMost(tree, 0, from, level);
  }

  private static long changeAtMost(@Nullable Changes tree, long earlier, long from, long level) {
    if (tree == null || earlier + tree.lowest > level) {
      return NEVER;
    }
    var here = earlier + sum(tree.left) + tree.delta;
    if (tree.time > from) {
      var sooner = changeAtMost(tree.left, earlier, from, level);
      if (sooner != NEVER) {
        return sooner;
      }
      if (here <= level) {
        return tree.time;
      }
    }
    return changeAtMost(tree.right, here, from, level);
  }

  /** Hears of each change within a stretch, in order. */
  interface Visitor {
    void change(long time, long sumFromThen);
  }

  /** Shows the changes after {@code from} and before {@code to} with the running sum from each. */
  static void visit(@Nullable Changes tree, long earlier, long from, long to, Visitor visitor) {
    if (tree == null) {
      return;
    }
    var here = earlier + sum(tree.left) + tree.delta;
    if (tree.time > from) {
      visit(tree.left, earlier, from, to, visitor);
      if (tree.time < to) {
        visitor.change(tree.time, here);
      }
    }
    if (tree.time < to) {
      visit(tree.right, here, from, to, visitor);
    }
  }

  static long sum(@Nullable Changes tree) {
    return tree == null ? 0 : tree.sum;
  }

  /** A bijective scrambling (SplitMix64's finaliser), so no two times share a rank. */
  private static long rank(long time) {
    var mixed = time + 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
