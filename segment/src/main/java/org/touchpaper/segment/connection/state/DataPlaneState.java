package org.touchpaper.segment.connection.state;

/**
 * The state of the data plane, as last written to the elements and read back (NSI dataPlaneStatus).
 */
public enum DataPlaneState {
  INACTIVE,
  ACTIVATING,
  ACTIVE,
  DEACTIVATING,
  FAILED
}
