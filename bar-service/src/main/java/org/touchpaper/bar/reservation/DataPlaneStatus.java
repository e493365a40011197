package org.touchpaper.bar.reservation;

import jakarta.persistence.Embeddable;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.segments.SegmentChain;
import org.touchpaper.segment.connection.state.DataPlaneState;

/**
 * The aggregate data plane status of the segments, their problems, and whether clean-up is
 * verified.
 */
@Embeddable
public class DataPlaneStatus {

  @Enumerated(EnumType.STRING)
  private DataPlaneState dataPlane = DataPlaneState.INACTIVE;

  private @Nullable String problem;
  private boolean released;

  protected DataPlaneStatus() {}

  /**
   * Updates the status from the segments.
   *
   * @param isEnding true if the circuit can only come down, so that a verified clean-up is final
   * @return descriptions of the changes; empty if none
   */
  List<String> update(SegmentChain chain, boolean isEnding) {
    var changes = new ArrayList<String>();
    var newDataPlane = chain.dataPlane(isEnding ? DataPlaneState.DEACTIVATING : dataPlane);
    if (newDataPlane != dataPlane) {
      dataPlane = newDataPlane;
      changes.add("data plane " + dataPlane);
    }
    if (!Objects.equals(chain.problem(), problem)) {
      problem = chain.problem();
      changes.add(problem == null ? "problem resolved" : problem);
    }
    if (!released && isEnding && chain.readsClean()) {
      released = true;
      changes.add("clean-up verified");
    }
    return changes;
  }

  /** Resets the clean-up status after the end was moved. */
  void clearReleased() {
    released = false;
  }

  public DataPlaneState dataPlane() {
    return dataPlane;
  }

  public Optional<String> problem() {
    return Optional.ofNullable(problem);
  }

  /** Returns true once clean-up after the end is verified. */
  public boolean isReleased() {
    return released;
  }
}
