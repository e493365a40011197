package org.touchpaper.tl1.session;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One login at a time among the sessions that share this: many ACT-USER at once are more than some
 * RADIUS servers behind elements bear. First come, first served.
 */
public final class LoginTurn {

  private final ReentrantLock turn = new ReentrantLock(true);

  /** A login. */
  @FunctionalInterface
  interface Login {
    void logIn() throws IOException;
  }

  void take(Login login) throws IOException, InterruptedException {
    turn.lockInterruptibly();
    try {
      login.logIn();
    } finally {
      turn.unlock();
    }
  }
}
