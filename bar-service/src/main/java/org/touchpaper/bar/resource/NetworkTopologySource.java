package org.touchpaper.bar.resource;

/** Asks this site's segments about hosts and links. */
@FunctionalInterface
public interface NetworkTopologySource {

  /** Returns what they answer; one that does not answer is named in the result. */
  NetworkTopology read();
}
