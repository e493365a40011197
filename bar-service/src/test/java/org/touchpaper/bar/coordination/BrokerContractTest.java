package org.touchpaper.bar.coordination;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.touchpaper.segment.kit.NetworkSegmentContract;
import org.touchpaper.segment.kit.SegmentUnderTest;

/** A broker is a segment like any other to those above it, over SOAP. */
class BrokerContractTest extends NetworkSegmentContract {

  @SuppressWarnings("NullAway.Init") // set before the first test
  private static BrokerUnderTest broker;

  @BeforeAll
  static void start() {
    broker = BrokerUnderTest.overSoapAt("ucl");
  }

  @AfterAll
  static void stop() {
    broker.stop();
  }

  @Override
  protected SegmentUnderTest open() {
    return broker.empty();
  }
}
