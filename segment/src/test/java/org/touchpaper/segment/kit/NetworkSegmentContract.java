package org.touchpaper.segment.kit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.touchpaper.segment.connection.ConnectionId;

/**
 * The contract that every segment must keep, as tests by operation; extend it and open a fresh
 * segment. Every request is sent twice, and both answers must be equal.
 */
public abstract class NetworkSegmentContract
    implements ReserveContract,
        CommitContract,
        AbortContract,
        OutcomeContract,
        ProvisionContract,
        ModifyContract,
        DryRunContract,
        TerminateContract,
        CommandContract {

  @SuppressWarnings("NullAway.Init") // set before each test
  private SegmentUnderTest underTest;

  private final ConnectionId connectionId = SegmentContractSupport.newConnectionId();
  private final ConnectionId otherConnectionId = SegmentContractSupport.newConnectionId();

  /** A segment with an empty calendar. */
  protected abstract SegmentUnderTest open();

  @BeforeEach
  void openSegment() {
    underTest = open();
  }

  @AfterEach
  void closeSegment() {
    underTest.close();
  }

  @Override
  public final SegmentUnderTest underTest() {
    return underTest;
  }

  @Override
  public final ConnectionId connectionId() {
    return connectionId;
  }

  @Override
  public final ConnectionId otherConnectionId() {
    return otherConnectionId;
  }
}
