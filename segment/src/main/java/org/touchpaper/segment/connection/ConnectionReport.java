package org.touchpaper.segment.connection;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.connection.state.ProvisionState;
import org.touchpaper.segment.connection.state.ReservationState;

/** The state of a connection, as a segment reports it. */
public sealed interface ConnectionReport {

  ConnectionId connection();

  /** The segment has no record of this id. */
  record Unknown(ConnectionId connection) implements ConnectionReport {}

  /**
   * A connection that the segment has a record of.
   *
   * @param version the binding version; 0 if none has been committed
   * @param heldVersion the held version, 0 if none
   * @param reservation NSI's RSM state
   * @param provision NSI's PSM state
   * @param lifecycle NSI's LSM state
   * @param dataPlane whether the circuit carries traffic
   * @param criteria of the binding version, else of the held one; null if there is neither
   * @param path as {@link ReserveResult.Held#path}
   * @param problem the current problem, null if none
   * @param released true once the elements read clean after the end
   * @param cut the cut that ended it, null if none did
   */
  record Known(
      ConnectionId connection,
      int version,
      int heldVersion,
      ReservationState reservation,
      ProvisionState provision,
      LifecycleState lifecycle,
      DataPlaneState dataPlane,
      @Nullable Criteria criteria,
      List<String> path,
      @Nullable String problem,
      boolean released,
      @Nullable CutNotice cut)
      implements ConnectionReport {
    public Known {
      path = List.copyOf(path);
    }
  }
}
