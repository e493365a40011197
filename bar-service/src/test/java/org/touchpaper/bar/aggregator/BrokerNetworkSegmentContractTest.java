package org.touchpaper.bar.aggregator;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.touchpaper.segment.kit.NetworkSegmentContract;
import org.touchpaper.segment.kit.SegmentUnderTest;

/** A broker meets the contract of a segment, over SOAP. */
class BrokerNetworkSegmentContractTest extends NetworkSegmentContract {

  @SuppressWarnings("NullAway.Init") // set before the first test
  private static BrokerNetworkSegmentFixture broker;

  @BeforeAll
  static void start() {
    broker = BrokerNetworkSegmentFixture.overSoapAt("ucl");
  }

  @AfterAll
  static void stop() {
    broker.stop();
  }

  @Override
  protected SegmentUnderTest open() {
    return broker.reset();
  }
}
