package org.touchpaper.segment.connection;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a segment knows of a connection. */
public sealed interface Report {

  ConnectionId connection();

  /** The id was never heard of, or is long forgotten. */
  record Unknown(ConnectionId connection) implements Report {}

  /**
   * A connection of which the segment has a record.
   *
   * @param version the version now binding; 0 if none was ever committed
   * @param heldVersion the version now held, 0 if none
   * @param reservation NSI's RSM state
   * @param provision NSI's PSM state
   * @param lifecycle NSI's LSM state
   * @param dataPlane whether bits flow
   * @param criteria of the binding version, else of the held one; null if neither is left
   * @param path as {@link ReserveAnswer.Held#path}
   * @param problem what goes wrong at the moment, null if nothing does
   * @param released true once the elements read clean after the end
   */
  record Known(
      ConnectionId connection,
      int version,
      int heldVersion,
      ReservationState reservation,
      ProvisionState provision,
      LifecycleState lifecycle,
      DataPlane dataPlane,
      @Nullable Criteria criteria,
      List<String> path,
      @Nullable String problem,
      boolean released)
      implements Report {
    public Known {
      path = List.copyOf(path);
    }
  }
}
