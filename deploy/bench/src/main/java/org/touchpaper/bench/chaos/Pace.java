package org.touchpaper.bench.chaos;

/**
 * Lets clients be no faster than misfortune: of so many calls a share is kept for each kind, to be
 * made when it has befallen and not before. However short the day and quick the machine, all of
 * them befall somebody who is at work.
 */
final class Pace {
  private final int calls;
  private final int strokes;
  private int struck;
  private boolean isOver;

  /**
   * Of a day.
   *
   * @param calls how many are made on it
   * @param strokes how many misfortunes they are spread over; later ones are not waited for
   */
  Pace(int calls, int strokes) {
    this.calls = calls;
    this.strokes = strokes;
  }

  /** Somebody lies down, is halted, or has no room on the disk. */
  synchronized void strike() {
    struck++;
    notifyAll();
  }

  /** Nothing more befalls anybody: all calls may be made. */
  synchronized void end() {
    isOver = true;
    notifyAll();
  }

  /** Returns when this call, the first of which is 1, may be made. */
  synchronized void await(int call) throws InterruptedException {
    while (!mayBegin(call)) {
      wait();
    }
  }

  synchronized boolean mayBegin(int call) {
    return isOver || struck > (call - 1L) * strokes / calls;
  }
}
