package org.touchpaper.platform.process;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * A signal that Java has no word for, sent by kill(2) itself. A program that sends it would be one
 * more process, which a Ctrl-C at that moment ends before it has done its work.
 */
public enum Signal {
  INT(2),
  QUIT(3),
  CONT(18),
  STOP(19);

  /** The same on every Linux that a JDK is made for: signal(7). */
  private final int number;

  Signal(int number) {
    this.number = number;
  }

  /**
   * Sends it; nothing happens to a process that has ended.
   *
   * @throws IOException if it is not ours to send
   */
  public void send(ProcessHandle process) throws IOException {
    if (Kill.kill(Math.toIntExact(process.pid()), number) != 0 && process.isAlive()) {
      throw new IOException("cannot send SIG" + this + " to process " + process.pid());
    }
  }

  /** Looked up by the first who sends, so that naming a signal needs no native access. */
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
