package org.touchpaper.elementemulator.dataplane;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The system calls of Linux that the Java API lacks, for x86-64 and AArch64. */
@SuppressWarnings("restricted") // native access is why this class exists
public final class LinuxCalls {

  private static final int O_RDONLY = 0;
  private static final int O_RDWR = 2;
  private static final int O_NONBLOCK = 0x800;
  private static final int O_CLOEXEC = 0x80000;
  private static final int CLONE_NEWNET = 0x40000000;
  private static final long TUNSETIFF = 0x400454caL;
  private static final short IFF_TAP_NO_PI = 0x1002;
  private static final int IFREQ_BYTES = 40;
  private static final int IFREQ_FLAGS = 16;
  private static final short POLLIN = 1;
  private static final int PR_SET_TIMERSLACK = 29;

  /** Of one thread, on Linux. */
  private static final int PRIO_PROCESS = 0;

  private static final int HIGH_PRIORITY = -10;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle OPEN =
      function(
          "open",
          FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
          Linker.Option.firstVariadicArg(2));
  private static final MethodHandle IOCTL =
      function(
          "ioctl",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
          Linker.Option.firstVariadicArg(2));
  private static final MethodHandle SETNS =
      function("setns", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle CLOSE =
      function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
  private static final MethodHandle READ =
      function("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
  private static final MethodHandle WRITE =
      function("write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
  private static final MethodHandle POLL =
      function("poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
  private static final MethodHandle PRCTL =
      function(
          "prctl",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG),
          Linker.Option.firstVariadicArg(1));

  private static final MethodHandle SETPRIORITY =
      function("setpriority", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));

  private LinuxCalls() {}

  private static MethodHandle function(
      String name, FunctionDescriptor descriptor, Linker.Option... options) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor, options);
  }

  private static IllegalStateException unexpected(Throwable e) {
    return new IllegalStateException("a system call threw", e);
  }

  /** Moves the calling platform thread, and nothing else, into a network namespace. */
  public static void enterNamespace(String name) throws IOException {
    try (var arena = Arena.ofConfined()) {
      var path = arena.allocateFrom("/run/netns/" + name);
      var descriptor = (int) OPEN.invokeExact(path, O_RDONLY | O_CLOEXEC, 0);
      if (descriptor < 0) {
        throw new IOException("there is no network namespace " + name);
      }
      var result = (int) SETNS.invokeExact(descriptor, CLONE_NEWNET);
      close(descriptor);
      if (result != 0) {
        throw new IOException("may not enter network namespace " + name);
      }
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /**
   * Opens a socket, or what else belongs to a network namespace, in a thread that enters it, and
   * ends.
   */
  static <T> T openIn(String namespace, Callable<T> work) throws IOException {
    var opened = new CompletableFuture<T>();
    Thread.ofPlatform()
        .daemon()
        .name("open-" + namespace)
        .start(() -> {
          try {
            enterNamespace(namespace);
            opened.complete(work.call());
          } catch (Throwable e) {
            opened.completeExceptionally(e);
          }
        });
    try {
      return opened.join();
    } catch (CompletionException e) {
      throw new IOException("in network namespace %s: %s".formatted(namespace, e.getCause()), e);
    }
  }

  /** Creates a TAP interface in the calling thread's namespace; returns its file descriptor. */
  static int openTap(String name) throws IOException {
    try (var arena = Arena.ofConfined()) {
      var device = arena.allocateFrom("/dev/net/tun");
      var descriptor = (int) OPEN.invokeExact(device, O_RDWR | O_NONBLOCK | O_CLOEXEC, 0);
      if (descriptor < 0) {
        throw new IOException("cannot open /dev/net/tun");
      }
      var request = arena.allocate(IFREQ_BYTES);
      request.setString(0, name);
      request.set(JAVA_SHORT, IFREQ_FLAGS, IFF_TAP_NO_PI);
      if ((int) IOCTL.invokeExact(descriptor, TUNSETIFF, request) != 0) {
        close(descriptor);
        throw new IOException("cannot create TAP interface " + name + "; is it in use?");
      }
      return descriptor;
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** The length of a packet, or -1 if none has arrived or the interface is gone. */
  static int read(int descriptor, MemorySegment buffer) {
    try {
      return (int) (long) READ.invokeExact(descriptor, buffer, buffer.byteSize());
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** False if the interface did not take the packet. */
  static boolean write(int descriptor, MemorySegment packet) {
    try {
      return (long) WRITE.invokeExact(descriptor, packet, packet.byteSize()) == packet.byteSize();
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Waits until there is something to read; false after the timeout or if there is an error. */
  static boolean awaitInput(int descriptor, MemorySegment pollEntry, int timeoutMillis) {
    try {
      pollEntry.set(JAVA_INT, 0, descriptor);
      pollEntry.set(JAVA_SHORT, Integer.BYTES, POLLIN);
      return (int) POLL.invokeExact(pollEntry, 1L, timeoutMillis) > 0
          && pollEntry.get(JAVA_SHORT, Integer.BYTES + Short.BYTES) == POLLIN;
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Lets the calling platform thread run before others, and its waits end in time. */
  static void prioritize() {
    try {
      var _ = (int) SETPRIORITY.invokeExact(PRIO_PROCESS, 0, HIGH_PRIORITY);
    } catch (Throwable e) {
      throw unexpected(e);
    }
    sharpenTimer();
  }

  /** Lets the calling thread's waits end within a microsecond instead of 50. */
  public static void sharpenTimer() {
    try {
      var _ = (int) PRCTL.invokeExact(PR_SET_TIMERSLACK, 1L);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void close(int descriptor) {
    try {
      var _ = (int) CLOSE.invokeExact(descriptor);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }
}
