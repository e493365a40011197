package org.touchpaper.harc.rm.backend.network;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;

/**
 * One version of a connection, as requested from the BAR for one action.
 *
 * @param transaction the HARC transaction that decides it
 * @param index the index of the action
 * @param bookingId the booking's id
 * @param connection the BAR's connection id
 * @param version 1 for a new booking
 * @param criteria the requested criteria; null for a cancellation
 * @param path the path that the BAR found
 * @param failure why it could not be committed, or that there was nothing to cancel; null if
 *     neither
 */
record LightpathVersion(
    String transaction,
    int index,
    String bookingId,
    ConnectionId connection,
    int version,
    @Nullable Criteria criteria,
    List<String> path,
    @Nullable String failure) {
  private static final String ALREADY_FAILED = "nothing to cancel: the lightpath had failed";
  private static final String ALREADY_OVER =
      "nothing to cancel: the lightpath had ended or been cancelled";

  LightpathVersion {
    path = List.copyOf(path);
  }

  LightpathVersion withPath(List<String> newPath) {
    return new LightpathVersion(
        transaction, index, bookingId, connection, version, criteria, newPath, failure);
  }

  boolean isCancel() {
    return criteria == null;
  }

  /** Returns true if both use the port of that name at the same time. */
  boolean sharesPort(LightpathVersion other, String port) {
    return criteria != null && other.criteria != null && criteria.sharesPort(other.criteria, port);
  }

  /**
   * Marks a cancellation of a lightpath that has failed: nothing is left of it, and the
   * cancellation of other parts must not wait for it.
   */
  LightpathVersion asMoot() {
    return asMoot(ALREADY_FAILED);
  }

  /**
   * Marks a cancellation of a lightpath that has ended or was cancelled by another transaction: the
   * requested state is reached.
   */
  LightpathVersion asAlreadyOver() {
    return asMoot(ALREADY_OVER);
  }

  private LightpathVersion asMoot(String reason) {
    return new LightpathVersion(
        transaction, index, bookingId, connection, version, criteria, path, reason);
  }

  /**
   * The reason of the failure; null if there is none, or if there was nothing to cancel because it
   * had ended.
   */
  @Nullable String effectiveFailure() {
    return ALREADY_OVER.equals(failure) ? null : failure;
  }

  boolean isMoot() {
    return isCancel() && failure != null;
  }
}
