package org.touchpaper.lab;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Closes the lab's resources at the end, the latest first, also after Ctrl-C. */
final class LabResourceCloser implements AutoCloseable {

  private final Deque<AutoCloseable> resources = new ArrayDeque<>();
  private final Object closing = new Object();
  private boolean hasEnded;

  LabResourceCloser() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::closeAtShutdown, "end"));
  }

  /** Adds something before it starts; fails if the end has begun. */
  <T extends AutoCloseable> T add(T resource) throws IOException {
    synchronized (resources) {
      resources.push(resource);
      if (!hasEnded) {
        return resource;
      }
    }
    close();
    throw new IOException("interrupted");
  }

  private void closeAtShutdown() {
    try {
      close();
    } catch (IOException e) {
      System.err.println("touchpaper lab: " + e.getMessage());
    }
  }

  /** Closes all, whatever fails; a second call waits for the first. */
  @Override
  public void close() throws IOException {
    IOException failure = null;
    synchronized (closing) {
      for (var resource = next(); resource != null; resource = next()) {
        try {
          resource.close();
        } catch (Exception e) {
          failure = new IOException("cannot stop everything: " + e.getMessage(), e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private @Nullable AutoCloseable next() {
    synchronized (resources) {
      hasEnded = true;
      return resources.poll();
    }
  }
}
