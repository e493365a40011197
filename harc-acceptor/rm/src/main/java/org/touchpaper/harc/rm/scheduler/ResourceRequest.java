package org.touchpaper.harc.rm.scheduler;

import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.model.RunRequest;

/**
 * The resources an action requests; opaque to acceptors, read by resource managers (PoS(ESLEA)016).
 */
public sealed interface ResourceRequest {

  /** A lightpath between two hosts, the same capacity in both directions. */
  record Path(String from, String to, int bandwidthMbps) implements ResourceRequest {
    public Path {
      if (bandwidthMbps < 1) {
        throw new IllegalArgumentException("BandwidthMbs must be at least 1, not " + bandwidthMbps);
      }
    }
  }

  /** An amount of a named unit of a resource: of a store, or a whole instrument. */
  record Units(String resource, String unit, int amount) implements ResourceRequest {
    public Units {
      if (amount < 1) {
        throw new IllegalArgumentException("Amount must be at least 1, not " + amount);
      }
    }
  }

  /**
   * Whole nodes of a machine.
   *
   * @param run what to run on them; null for nothing, and in a Modify for no change
   */
  record Compute(String resource, int nodes, @Nullable RunRequest run) implements ResourceRequest {
    public Compute {
      if (nodes < 1) {
        throw new IllegalArgumentException("Nodes must be at least 1, not " + nodes);
      }
    }

    /** Nodes on which nothing is launched, or no launch is changed. */
    public Compute(String resource, int nodes) {
      this(resource, nodes, null);
    }
  }
}
