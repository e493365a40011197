package org.touchpaper.segment.reservation;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;

/**
 * One version of a connection: its request, its answer and its state.
 *
 * @param digest of the request, or null if the version was aborted before it was requested
 * @param booked true while admission counts it
 */
@SuppressWarnings("ArrayRecordComponent")
public // compared by content in contradicts only
record ConnectionVersionRecord(
    ConnectionId connection,
    int version,
    State state,
    boolean booked,
    byte @Nullable [] digest,
    RequesterIdentity requester,
    @Nullable Criteria criteria,
    @Nullable Holder holder,
    CapacityAllocator.@Nullable Held held,
    @Nullable Refusal refusal) {

  /** The state of a version. */
  enum State {
    HELD,
    REFUSED,
    /** Binding, or replaced by a later committed version. */
    COMMITTED,
    /** Aborted, or terminated while held; also aborted before any request. */
    GIVEN_UP,
    /** Lapsed: the time of its holder ran out. */
    LAPSED
  }

  static ConnectionVersionRecord held(
      ReserveRequest request, byte[] digest, CapacityAllocator.Held held) {
    return new ConnectionVersionRecord(
        request.connection(),
        request.version(),
        State.HELD,
        request.criteria() != null,
        digest,
        request.requester(),
        request.criteria(),
        request.holder(),
        held,
        null);
  }

  static ConnectionVersionRecord refused(ReserveRequest request, byte[] digest, Refusal refusal) {
    return new ConnectionVersionRecord(
        request.connection(),
        request.version(),
        State.REFUSED,
        false,
        digest,
        request.requester(),
        request.criteria(),
        request.holder(),
        null,
        refusal);
  }

  /** A tombstone: a later reserve of this version is refused. */
  static ConnectionVersionRecord givenUp(
      ConnectionId connection, int version, RequesterIdentity requester) {
    return new ConnectionVersionRecord(
        connection, version, State.GIVEN_UP, false, null, requester, null, null, null, null);
  }

  ConnectionVersionRecord withState(State next) {
    return new ConnectionVersionRecord(
        connection, version, next, booked, digest, requester, criteria, holder, held, refusal);
  }

  ConnectionVersionRecord withoutBooking() {
    return new ConnectionVersionRecord(
        connection, version, state, false, digest, requester, criteria, holder, held, refusal);
  }

  boolean contradicts(byte[] otherDigest) {
    return digest != null && !Arrays.equals(digest, otherDigest);
  }

  /** The answer to the request of this version, also when it is repeated. */
  ReserveResult answer() {
    return switch (state) {
      case HELD, COMMITTED -> heldAnswer();
      case REFUSED -> new ReserveResult.Refused(refusalOr("refused"));
      case GIVEN_UP -> refusedAsGivenUp("version " + version + " was aborted");
      case LAPSED -> refusedAsGivenUp("the hold on version " + version + " lapsed");
    };
  }

  /** The criteria of a version that is not a cancellation. */
  public Criteria requireCriteria() {
    return Optional.ofNullable(criteria).orElseThrow();
  }

  /** The admission result of a version that was held. */
  public CapacityAllocator.Held requireHeld() {
    return Optional.ofNullable(held).orElseThrow();
  }

  private ReserveResult heldAnswer() {
    var chosen = requireHeld();
    return new ReserveResult.Held(
        chosen.source(), chosen.destination(), chosen.path(), chosen.endpoints());
  }

  private Refusal refusalOr(String reason) {
    return refusal != null ? refusal : givenUp(connection, reason);
  }

  private ReserveResult refusedAsGivenUp(String reason) {
    return new ReserveResult.Refused(givenUp(connection, reason));
  }

  static Refusal givenUp(ConnectionId connection, String reason) {
    return new Refusal(Refusal.Code.GIVEN_UP, connection.toString(), "", reason, null);
  }
}
