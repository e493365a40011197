package org.touchpaper.bar.loadlimit;

/** Whether the current thread works for a user, or for a peer or the broker itself. */
public enum CurrentCallerType {
  /** A user of the API or the pages. */
  PERSON,
  /** A peer, through {@code /services} or {@code /harc}, or the broker's own pollers. */
  PEER_OR_INTERNAL;

  private static final ThreadLocal<CurrentCallerType> CURRENT =
      ThreadLocal.withInitial(() -> PEER_OR_INTERNAL);

  public static CurrentCallerType current() {
    return CURRENT.get();
  }

  public void enter() {
    CURRENT.set(this);
  }

  public static void leave() {
    CURRENT.remove();
  }
}
