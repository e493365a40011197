package org.touchpaper.harc.commit;

/** What became of a transaction, once and for all. */
public enum Decision {
  COMMIT,
  ABORT
}
