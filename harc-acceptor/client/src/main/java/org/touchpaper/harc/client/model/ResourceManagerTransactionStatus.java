package org.touchpaper.harc.client.model;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;

/**
 * The state of a transaction at a resource manager.
 *
 * @param id the transaction
 * @param phase its phase; UNKNOWN if the resource manager does not know it
 * @param bookings one for each booking, empty while nothing is held
 */
public record ResourceManagerTransactionStatus(
    TransactionId id, ResourceManagerState.Phase phase, List<BookingStatus> bookings) {

  public ResourceManagerTransactionStatus {
    bookings = List.copyOf(bookings);
  }

  /** The states of a booking: those of the BAR's REST API, and the ones before a decision. */
  public enum BookingState {
    HELD,
    COMMITTED,
    ACTIVE,
    ENDED,
    CANCELLED,
    FAILED,
    ABORTED
  }

  /**
   * The state of one booking.
   *
   * @param bookingId the action's ident
   * @param state its state
   * @param reference the backend's name for it; may be empty
   * @param problem the current problem, or why it failed; empty if none
   * @param isReleased true once the backend has released everything
   * @param run what became of its latest launch; null if nothing was launched
   */
  public record BookingStatus(
      String bookingId,
      BookingState state,
      String reference,
      String problem,
      boolean isReleased,
      @Nullable RunStatus run) {
    /** A booking on which nothing was launched. */
    public BookingStatus(
        String bookingId,
        BookingState state,
        String reference,
        String problem,
        boolean isReleased) {
      this(bookingId, state, reference, problem, isReleased, null);
    }
  }
}
