package org.touchpaper.demo.scenario;

/** Configuration of the elements and allocations of the cluster at one moment. */
record NetworkSnapshot(String elements, String allocations) {

  static NetworkSnapshot take(DemoQueries network) {
    return new NetworkSnapshot(network.elements(), network.allocations());
  }
}
