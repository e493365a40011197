package org.touchpaper.platform.security;

/** A login that may end while a stream that was opened with it is still open. */
public interface RevocableAuthentication {

  /** Returns true if it is known to be revoked or expired now. */
  boolean hasEnded();
}
