package org.touchpaper.demo.script;

/** What the elements and the cluster hold at one moment. */
record Snapshot(String elements, String allocations) {

  static Snapshot take(Network network) {
    return new Snapshot(network.elements(), network.allocations());
  }
}
