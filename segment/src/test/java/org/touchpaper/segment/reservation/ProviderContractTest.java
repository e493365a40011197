package org.touchpaper.segment.reservation;

import org.touchpaper.segment.kit.NetworkSegmentContract;
import org.touchpaper.segment.kit.SegmentUnderTest;

class ProviderContractTest extends NetworkSegmentContract {
  @Override
  protected SegmentUnderTest open() {
    return new InMemorySegment();
  }
}
