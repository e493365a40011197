package org.touchpaper.nsap.path;

/** A link between two nodes, usable in both directions. */
public record Edge(String id, String a, String z, long latencyMicros) {

  public Edge {
    if (a.equals(z)) {
      throw new IllegalArgumentException("link " + id + " connects " + a + " to itself");
    }
    if (latencyMicros < 0) {
      throw new IllegalArgumentException("link " + id + " has a negative latency");
    }
  }

  public String otherEnd(String node) {
    return a.equals(node) ? z : a;
  }
}
