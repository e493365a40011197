package org.touchpaper.platform.process;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * A signal that Java cannot send, sent by calling kill(2). An extra program to send it could be
 * ended by a Ctrl-C before it has done its work.
 */
public enum PosixSignal {
  INT(2),
  QUIT(3),
  CONT(18),
  STOP(19);

  /** The number on all Linux platforms with a JDK: signal(7). */
  private final int number;

  PosixSignal(int number) {
    this.number = number;
  }

  /**
   * Sends the signal; does nothing if the process has ended.
   *
   * @throws IOException if we are not permitted to
   */
  public void send(ProcessHandle process) throws IOException {
    if (Kill.kill(Math.toIntExact(process.pid()), number) != 0 && process.isAlive()) {
      throw new IOException("cannot send SIG" + this + " to process " + process.pid());
    }
  }

  /** Resolved on first use, so that naming a signal needs no native access. */
  private static final class Kill {
    private static final MethodHandle KILL = find();

    private Kill() {}

    @SuppressWarnings("restricted")
    private static MethodHandle find() {
      var linker = Linker.nativeLinker();
      return linker.downcallHandle(
          linker.defaultLookup().findOrThrow("kill"),
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }

    private static int kill(int process, int signal) {
      try {
        return (int) KILL.invokeExact(process, signal);
      } catch (Throwable e) {
        throw new IllegalStateException("kill(2) throws nothing", e);
      }
    }
  }
}
