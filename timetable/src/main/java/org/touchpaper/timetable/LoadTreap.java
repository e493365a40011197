package org.touchpaper.timetable;

import org.jspecify.annotations.Nullable;

/**
 * The changes of a load over time, as an immutable treap (Seidel and Aragon 1996): keyed by time,
 * heap-ordered by a hash of the time, so that its shape depends only on its content. Each node has
 * the sum of its subtree and the highest and lowest running sum within it, so every query over an
 * interval takes O(log n).
 *
 * <p>{@code null} is the empty tree.
 */
final class LoadTreap {

  /** The result if there is no such instant. */
  static final long NEVER = Long.MAX_VALUE;

  private final long time;
  private final long delta;
  private final @Nullable LoadTreap left;
  private final @Nullable LoadTreap right;
  private final long sum;
  private final long maxSum;
  private final long minSum;

  private LoadTreap(long time, long delta, @Nullable LoadTreap left, @Nullable LoadTreap right) {
    this.time = time;
    this.delta = delta;
    this.left = left;
    this.right = right;
    var sumAtNode = sum(left) + delta;
    this.sum = sumAtNode + sum(right);
    var max = sumAtNode;
    var min = sumAtNode;
    if (left != null) {
      max = Math.max(max, left.maxSum);
      min = Math.min(min, left.minSum);
    }
    if (right != null) {
      max = Math.max(max, sumAtNode + right.maxSum);
      min = Math.min(min, sumAtNode + right.minSum);
    }
    this.maxSum = max;
    this.minSum = min;
  }

  /** A tree with one more change; changes at one time that sum to zero are removed. */
  static @Nullable LoadTreap add(@Nullable LoadTreap tree, long time, long delta) {
    if (tree == null) {
      return delta == 0 ? null : new LoadTreap(time, delta, null, null);
    }
    if (time == tree.time) {
      var total = tree.delta + delta;
      return total == 0
          ? merge(tree.left, tree.right)
          : new LoadTreap(time, total, tree.left, tree.right);
    }
    // A time's rank is fixed, so one that outranks this node cannot lie below it.
    if (rank(time) > rank(tree.time)) {
      return delta == 0
          ? tree
          : new LoadTreap(time, delta, before(tree, time), atOrAfter(tree, time));
    }
    return time < tree.time
        ? new LoadTreap(tree.time, tree.delta, add(tree.left, time, delta), tree.right)
        : new LoadTreap(tree.time, tree.delta, tree.left, add(tree.right, time, delta));
  }

  /** The changes before an instant, exclusive. */
  static @Nullable LoadTreap before(@Nullable LoadTreap tree, long time) {
    if (tree == null) {
      return null;
    }
    return tree.time < time
        ? new LoadTreap(tree.time, tree.delta, tree.left, before(tree.right, time))
        : before(tree.left, time);
  }

  /** The changes from an instant on, inclusive. */
  static @Nullable LoadTreap atOrAfter(@Nullable LoadTreap tree, long time) {
    if (tree == null) {
      return null;
    }
    return tree.time < time
        ? atOrAfter(tree.right, time)
        : new LoadTreap(tree.time, tree.delta, atOrAfter(tree.left, time), tree.right);
  }

  private static @Nullable LoadTreap merge(@Nullable LoadTreap first, @Nullable LoadTreap second) {
    if (first == null) {
      return second;
    }
    if (second == null) {
      return first;
    }
    return rank(first.time) > rank(second.time)
        ? new LoadTreap(first.time, first.delta, first.left, merge(first.right, second))
        : new LoadTreap(second.time, second.delta, merge(first, second.left), second.right);
  }

  /** The running sum at an instant, including changes at it. */
  static long sumAt(@Nullable LoadTreap tree, long time) {
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
  static long maxSum(@Nullable LoadTreap tree, long from, long to) {
    return Math.max(sumAt(tree, from), maxSumBetween(tree, 0, from, to));
  }

  /** The highest running sum at the changes after {@code from} and before {@code to}. */
  private static long maxSumBetween(@Nullable LoadTreap tree, long sumBefore, long from, long to) {
    var base = sumBefore;
    for (var node = tree; node != null; ) {
      var sumAtNode = base + sum(node.left) + node.delta;
      if (node.time <= from) {
        base = sumAtNode;
        node = node.right;
      } else if (node.time >= to) {
        node = node.left;
      } else {
        return Math.max(
            sumAtNode,
            Math.max(maxSumAfter(node.left, base, from), maxSumBefore(node.right, sumAtNode, to)));
      }
    }
    return Long.MIN_VALUE;
  }

  private static long maxSumAfter(@Nullable LoadTreap tree, long sumBefore, long from) {
    var best = Long.MIN_VALUE;
    var base = sumBefore;
    for (var node = tree; node != null; ) {
      var sumAtNode = base + sum(node.left) + node.delta;
      if (node.time <= from) {
        base = sumAtNode;
        node = node.right;
      } else {
        best = Math.max(best, sumAtNode);
        best = node.right == null ? best : Math.max(best, sumAtNode + node.right.maxSum);
        node = node.left;
      }
    }
    return best;
  }

  private static long maxSumBefore(@Nullable LoadTreap tree, long sumBefore, long to) {
    var best = Long.MIN_VALUE;
    var base = sumBefore;
    for (var node = tree; node != null; ) {
      var sumAtNode = base + sum(node.left) + node.delta;
      if (node.time >= to) {
        node = node.left;
      } else {
        best = Math.max(best, sumAtNode);
        best = node.left == null ? best : Math.max(best, base + node.left.maxSum);
        base = sumAtNode;
        node = node.right;
      }
    }
    return best;
  }

  /** The first instant from {@code from} on at which the running sum exceeds a level. */
  static long firstAbove(@Nullable LoadTreap tree, long from, long level) {
    return sumAt(tree, from) > level ? from : firstChangeAbove(tree, 0, from, level);
  }

  private static long firstChangeAbove(
      @Nullable LoadTreap tree, long sumBefore, long from, long level) {
    if (tree == null || sumBefore + tree.maxSum <= level) {
      return NEVER;
    }
    var sumAtNode = sumBefore + sum(tree.left) + tree.delta;
    if (tree.time > from) {
      var sooner = firstChangeAbove(tree.left, sumBefore, from, level);
      if (sooner != NEVER) {
        return sooner;
      }
      if (sumAtNode > level) {
        return tree.time;
      }
    }
    return firstChangeAbove(tree.right, sumAtNode, from, level);
  }

  /** The first instant from {@code from} on at which the running sum is at most a level. */
  static long firstAtMost(@Nullable LoadTreap tree, long from, long level) {
    return sumAt(tree, from) <= level ? from : firstChangeAtMost(tree, 0, from, level);
  }

  private static long firstChangeAtMost(
      @Nullable LoadTreap tree, long sumBefore, long from, long level) {
    if (tree == null || sumBefore + tree.minSum > level) {
      return NEVER;
    }
    var sumAtNode = sumBefore + sum(tree.left) + tree.delta;
    if (tree.time > from) {
      var sooner = firstChangeAtMost(tree.left, sumBefore, from, level);
      if (sooner != NEVER) {
        return sooner;
      }
      if (sumAtNode <= level) {
        return tree.time;
      }
    }
    return firstChangeAtMost(tree.right, sumAtNode, from, level);
  }

  /** Visits the changes within an interval, in order. */
  interface Visitor {
    void onChange(long time, long sumFromThen);
  }

  /**
   * Visits the changes after {@code from} and before {@code to}, each with the running sum from it
   * on.
   */
  static void visit(@Nullable LoadTreap tree, long sumBefore, long from, long to, Visitor visitor) {
    if (tree == null) {
      return;
    }
    var sumAtNode = sumBefore + sum(tree.left) + tree.delta;
    if (tree.time > from) {
      visit(tree.left, sumBefore, from, to, visitor);
      if (tree.time < to) {
        visitor.onChange(tree.time, sumAtNode);
      }
    }
    if (tree.time < to) {
      visit(tree.right, sumAtNode, from, to, visitor);
    }
  }

  static long sum(@Nullable LoadTreap tree) {
    return tree == null ? 0 : tree.sum;
  }

  /** A bijective hash (SplitMix64 finaliser), so no two times share a rank. */
  private static long rank(long time) {
    var hash = time + 0x9E3779B97F4A7C15L;
    hash = (hash ^ (hash >>> 30)) * 0xBF58476D1CE4E5B9L;
    hash = (hash ^ (hash >>> 27)) * 0x94D049BB133111EBL;
    return hash ^ (hash >>> 31);
  }
}
