package org.touchpaper.segment.kit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.touchpaper.segment.connection.ConnectionId;

/**
 * What every segment promises, as tests, verb by verb; extend it and open a fresh segment. Every
 * request is sent twice, and the second answer equals the first.
 */
public abstract class NetworkSegmentContract
    implements ReserveContract,
        CommitContract,
        AbortContract,
        OutcomeContract,
        ProvisionContract,
        ModifyContract,
        TerminateContract,
        OrderContract {

  @SuppressWarnings("NullAway.Init") // set before each test
  private SegmentUnderTest it;

  private final ConnectionId one = SegmentTalk.connection();
  private final ConnectionId other = SegmentTalk.connection();

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

  @Override
  public final SegmentUnderTest it() {
    return it;
  }

  @Override
  public final ConnectionId one() {
    return one;
  }

  @Override
  public final ConnectionId other() {
    return other;
  }
}
