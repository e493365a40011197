package org.touchpaper.segment.connection;

/** Whether bits flow: what was last written to the elements and read back. */
public enum DataPlane {
  INACTIVE,
  ACTIVATING,
  ACTIVE,
  DEACTIVATING,
  FAILED
}
