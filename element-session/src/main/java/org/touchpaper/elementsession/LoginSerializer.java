package org.touchpaper.elementsession;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Serialises the logins of the sessions that share it, in order of arrival: simultaneous ACT-USER
 * commands overload some RADIUS servers behind elements.
 */
public final class LoginSerializer {

  private final ReentrantLock lock = new ReentrantLock(true);

  @FunctionalInterface
  interface LoginAction {
    void logIn() throws IOException;
  }

  void runExclusively(LoginAction login) throws IOException, InterruptedException {
    lock.lockInterruptibly();
    try {
      login.logIn();
    } finally {
      lock.unlock();
    }
  }
}
