package org.touchpaper.segment.kit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What every segment promises, as tests; extend it and open a fresh segment. */
public abstract class NetworkSegmentContract {

  /** The segment the running test talks to. */
  @SuppressWarnings("NullAway.Init") // set before each test
  protected SegmentUnderTest it;

  /** A segment with an empty calendar. */
  protected abstract SegmentUnderTest open();

  @BeforeEach
  void openSegment() {
    it = open();
  }

  @AfterEach
  void closeSegment() {
    it.close();
  }
}
