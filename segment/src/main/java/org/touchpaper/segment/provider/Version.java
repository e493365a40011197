package org.touchpaper.segment.provider;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;

/**
 * One version of a connection: what was asked, what was answered, what became of it.
 *
 * @param digest of the request, or null if the version was given up before it was asked for
 * @param booked true while admission counts it
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content in sameContentAs only
record Version(
    ConnectionId connection,
    int version,
    State state,
    boolean booked,
    byte @Nullable [] digest,
    Requester requester,
    @Nullable Criteria criteria,
    @Nullable Holder holder,
    Admission.@Nullable Held held,
    @Nullable Refusal refusal) {

  /** What became of it. */
  enum State {
    HELD,
    REFUSED,
    /** Binding, or was until a later one was committed. */
    COMMITTED,
    /** Aborted, or terminated while held; also before it was ever asked for. */
    GIVEN_UP,
    /** Its holder's time ran out. */
    LAPSED
  }

  static Version held(Reserve request, byte[] digest, Admission.Held held) {
    return new Version(
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

  static Version refused(Reserve request, byte[] digest, Refusal refusal) {
    return new Version(
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

  /** A tombstone: a reserve that comes after this is refused. */
  static Version givenUp(ConnectionId connection, int version, Requester requester) {
    return new Version(
        connection, version, State.GIVEN_UP, false, null, requester, null, null, null, null);
  }

  Version become(State next) {
    return new Version(
        connection, version, next, booked, digest, requester, criteria, holder, held, refusal);
  }

  Version returned() {
    return new Version(
        connection, version, state, false, digest, requester, criteria, holder, held, refusal);
  }

  boolean contradicts(byte[] other) {
    return digest != null && !Arrays.equals(digest, other);
  }

  /** The answer that this version's request got, or gets if it comes again. */
  ReserveAnswer answer() {
    return switch (state) {
      case HELD, COMMITTED -> heldAnswer();
      case REFUSED -> new ReserveAnswer.Refused(refusalOr("refused"));
      case GIVEN_UP -> gone("version " + version + " was given up");
      case LAPSED -> gone("the hold on version " + version + " lapsed");
    };
  }

  /** What was asked for, of a version that is not a cancel. */
  Criteria criteriaAgreed() {
    return Optional.ofNullable(criteria).orElseThrow();
  }

  /** What was chosen, of a version that was held. */
  Admission.Held heldAgreed() {
    return Optional.ofNullable(held).orElseThrow();
  }

  private ReserveAnswer heldAnswer() {
    var chosen = heldAgreed();
    return new ReserveAnswer.Held(chosen.source(), chosen.destination(), chosen.path());
  }

  private Refusal refusalOr(String reason) {
    return refusal != null ? refusal : givenUp(connection, reason);
  }

  private ReserveAnswer gone(String reason) {
    return new ReserveAnswer.Refused(givenUp(connection, reason));
  }

  static Refusal givenUp(ConnectionId connection, String reason) {
    return new Refusal(Refusal.Code.GIVEN_UP, connection.toString(), "", reason, null);
  }
}
