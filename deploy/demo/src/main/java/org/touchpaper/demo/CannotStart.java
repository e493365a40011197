package org.touchpaper.demo;

/** What keeps the demo network from starting, in words that say what to do about it. */
final class CannotStart extends RuntimeException {
  CannotStart(String message) {
    super(message);
  }
}
