package org.touchpaper.harc.protocol;

/** The decision on a transaction; it never changes. */
public enum Decision {
  COMMIT,
  ABORT
}
