package org.touchpaper.bench.chaos;

/**
 * Paces clients by faults: an equal share of the calls is reserved for the time after each expected
 * fault. Even in a short run on a fast machine every fault happens under load.
 */
final class FaultDrivenLoadPacer {
  private final int calls;
  private final int expectedFaults;
  private int faults;
  private boolean isStopped;

  /**
   * Creates a pacer.
   *
   * @param calls the total number of calls
   * @param expectedFaults the number of faults over which to spread them; calls wait for no more
   */
  FaultDrivenLoadPacer(int calls, int expectedFaults) {
    this.calls = calls;
    this.expectedFaults = expectedFaults;
  }

  /** Called after a fault was injected. */
  synchronized void onFault() {
    faults++;
    notifyAll();
  }

  /** Called when no more faults are injected: all calls may start. */
  synchronized void stop() {
    isStopped = true;
    notifyAll();
  }

  /** Waits until this call may start; calls are numbered from 1. */
  synchronized void await(int call) throws InterruptedException {
    while (!canBegin(call)) {
      wait();
    }
  }

  synchronized boolean canBegin(int call) {
    return isStopped || faults > (call - 1L) * expectedFaults / calls;
  }
}
