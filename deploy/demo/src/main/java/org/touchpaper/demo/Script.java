package org.touchpaper.demo;

/** Where the launcher hands over to the demo's script. */
final class Script {
  private Script() {}

  /**
   * Runs the demo on a healthy network.
   *
   * @return the exit status
   */
  static int run(Session session, boolean keep) {
    session.invite();
    return keep ? 0 : 1;
  }
}
