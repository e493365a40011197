package org.touchpaper.nsap.element;

import java.time.Duration;
import java.util.Map;

/**
 * What one element cannot remember for us, such as whose a patch is where patches bear no names.
 * Durable: what is put is there after a crash. A mark is put before the element is touched, and
 * forgotten only when what it stands for reads as gone.
 */
public interface Marks {

  /** However slow the element and whoever sent it, what was sent so long ago has its effect. */
  Duration LONGEST_EDIT = Duration.ofMinutes(10);

  /** Of an element that remembers everything itself: asking is a mistake. */
  Marks NONE = new NoMarks();

  /** All marks of a kind, by the thing marked. */
  Map<String, String> list(String kind);

  /** Marks a thing now, whatever it was marked with. */
  void put(String kind, String thing, String words);

  /** Does nothing if there is no such mark. */
  void forget(String kind, String thing);

  /**
   * Forgets the mark of a thing that was read as gone, if it is older than {@link #LONGEST_EDIT}:
   * else the thing may only just be about to come.
   */
  void forgetGone(String kind, String thing);

  /** Says so whenever it is asked. */
  final class NoMarks implements Marks {
    @Override
    public Map<String, String> list(String kind) {
      throw new IllegalStateException("nothing is remembered of this element");
    }

    @Override
    public void put(String kind, String thing, String words) {
      list(kind);
    }

    @Override
    public void forget(String kind, String thing) {
      list(kind);
    }

    @Override
    public void forgetGone(String kind, String thing) {
      list(kind);
    }
  }
}
