package org.touchpaper.harc.commit;

import java.util.ArrayList;
import java.util.List;

/**
 * The lives of one acceptor's memory: one begins whenever the memory is taken up by a process, and
 * ends when it is taken up again. A copy that was made in the midst of a life and is taken up
 * believes that this life ended where the copy was made. Whoever has seen that life go on can tell
 * it better; a count of entries alone could not, for the copy's grows, too.
 *
 * @param beginnings each life with the entries there were when it began, first to last
 */
public record Lives(List<Extent> beginnings) {
  /** Of a memory that nobody has taken up yet. */
  public static final Lives NONE = new Lives(List.of());

  public Lives {
    beginnings = List.copyOf(beginnings);
  }

  /** With one more, which has begun just now. */
  public Lives and(Extent begun) {
    var more = new ArrayList<>(beginnings);
    more.add(begun);
    return new Lives(more);
  }

  /** True if it has been taken up once: then it cannot be a copy of what somebody has seen. */
  public boolean isFirst() {
    return beginnings.size() < 2;
  }

  /**
   * True if the memory holds all that somebody has seen of it; false if it is one that was put back
   * from a copy, and may have forgotten what it promised.
   *
   * @param seen how far they have seen it come
   * @param entries how many it has now
   */
  public boolean hold(Extent seen, long entries) {
    if (seen.equals(Extent.NONE)) {
      return true;
    }
    for (var i = beginnings.size() - 1; i >= 0; i--) {
      if (beginnings.get(i).life().equals(seen.life())) {
        var end = i + 1 < beginnings.size() ? beginnings.get(i + 1).entries() : entries;
        return seen.entries() <= end;
      }
    }
    return false;
  }
}
