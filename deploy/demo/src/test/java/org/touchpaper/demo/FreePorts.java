package org.touchpaper.demo;

/** Somewhere to run a network of a test's own. */
final class FreePorts {
  private FreePorts() {}

  static Ports find() {
    for (var base = 3000; base < 10_000; base += 250) {
      var ports = new Ports(base);
      if (ports.busy(Ports::isBusy).isEmpty()) {
        return ports;
      }
    }
    throw new IllegalStateException("no free ports");
  }
}
