package org.touchpaper.bar.admission;

/** On whose behalf a thread works. */
enum Caller {
  /** Through the front door. */
  PERSON,
  /** Through {@code /services}, or nobody: the broker's own rounds. */
  OTHER;

  private static final ThreadLocal<Caller> HERE = ThreadLocal.withInitial(() -> OTHER);

  static Caller here() {
    return HERE.get();
  }

  void comes() {
    HERE.set(this);
  }

  static void goes() {
    HERE.remove();
  }
}
