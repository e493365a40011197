package org.touchpaper.bar.aggregator;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;
import org.touchpaper.bar.aggregator.ReservationDriver.Step;
import org.touchpaper.bar.history.BookingOrderAuditEvent;
import org.touchpaper.bar.reservation.ChangeRequestRecord;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.Revision;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;

/**
 * Changes single lightpaths in one call: every segment holds the new version beside the binding
 * one, then it is committed. The version is stored before the first call, and committed in the
 * transaction that stores the last hold. So a broker that is killed leaves either the old values,
 * because a hold without a caller is aborted after a while, or the new ones.
 */
@Service
public class LightpathChangeService {

  private final BrokerNetworkSegment broker;
  private final ReservationStore store;
  private final ReservationDriver driver;
  private final LightpathService lightpaths;
  private final Clock clock;

  LightpathChangeService(
      BrokerNetworkSegment broker,
      ReservationStore store,
      ReservationDriver driver,
      LightpathService lightpaths,
      Clock clock) {
    this.broker = broker;
    this.store = store;
    this.driver = driver;
    this.lightpaths = lightpaths;
    this.clock = clock;
  }

  /** The result of a change. Unless it is made, the lightpath is unchanged. */
  public sealed interface ChangeOutcome {

    /** Committed. Each segment is notified until it acknowledges. */
    record Changed() implements ChangeOutcome {}

    record Refused(Refusal refusal) implements ChangeOutcome {}

    /** A segment did not answer. The change is aborted, and the call may be repeated. */
    record Unreachable(String reason) implements ChangeOutcome {}

    /** The state of the lightpath does not allow a change. */
    record WrongState(String reason) implements ChangeOutcome {}

    /** The key was used with another body. */
    record KeyReused() implements ChangeOutcome {}
  }

  /**
   * A request to change a lightpath.
   *
   * @param digest the digest of the request; a repeat under the same key must have the same
   * @param description the new description; null if it stays
   * @param isDescriptionOnly if nothing else is to change, which is possible in any state
   * @param precondition throws if the lightpath is not as the caller believes; not evaluated for a
   *     repeat
   * @param criteria the criteria after the change, evaluated only if the key is new; throws if they
   *     are invalid
   * @param onRepeat run if it joins an earlier request
   */
  public record ChangeRequest(
      Person person,
      @Nullable String key,
      String digest,
      @Nullable String description,
      boolean isDescriptionOnly,
      Consumer<Reservation> precondition,
      Function<Reservation, Criteria> criteria,
      Runnable onRepeat) {}

  /**
   * A change as it is stored.
   *
   * @param version that of the reservation; 0 if none was needed
   * @param outcome empty while segments are being asked
   */
  private record StoredChange(int version, Optional<ChangeOutcome> outcome) {

    static Step<StoredChange> decided(ChangeOutcome outcome) {
      return new Step<>(new StoredChange(0, Optional.of(outcome)), List.of(), null);
    }
  }

  /** Changes a lightpath, or joins the call under the same key and returns its result. */
  public ChangeOutcome change(ConnectionId id, ChangeRequest request) {
    var begun = store.change(id, found -> beginOrJoin(found, request)).orElseThrow();
    var version = begun.value().version();
    var step = driver.advance(id, begun, found -> commitIfHeld(found, version, request));
    return step.value()
        .outcome()
        .orElseGet(() -> abandon(id, version, request.person(), step.failure()));
  }

  private Step<StoredChange> beginOrJoin(Reservation found, ChangeRequest request) {
    var earlier = Optional.ofNullable(request.key()).flatMap(found::findChange);
    if (earlier.filter(revision -> !isOf(revision, request)).isPresent()) {
      return StoredChange.decided(new ChangeOutcome.KeyReused());
    }
    return earlier
        .filter(revision -> !revision.isAbandoned())
        .map(revision -> join(found, revision, request))
        .orElseGet(() -> begin(found, request));
  }

  private static boolean isOf(Revision revision, ChangeRequest request) {
    return revision.change().map(ChangeRequestRecord::digest).equals(Optional.of(request.digest()));
  }

  private Step<StoredChange> join(Reservation found, Revision revision, ChangeRequest request) {
    request.onRepeat().run();
    return Step.of(found, commitIfHeld(found, revision.version(), request));
  }

  private Step<StoredChange> begin(Reservation found, ChangeRequest request) {
    var description =
        Optional.ofNullable(request.description()).orElse(found.origin().description());
    if (request.isDescriptionOnly() && found.origin().description().equals(description)) {
      return StoredChange.decided(new ChangeOutcome.Changed()); // so a repeat meets no 412
    }
    request.precondition().accept(found);
    if (request.isDescriptionOnly() && found.isAlone()) {
      return describe(found, description, request);
    }
    var refusal = found.changeRefusal(clock.instant());
    if (refusal.isPresent()) {
      return StoredChange.decided(new ChangeOutcome.WrongState(refusal.get()));
    }
    var criteria = request.criteria().apply(found);
    return found.criteria().equals(Optional.of(criteria))
        ? describe(found, description, request)
        : beginVersion(found, criteria, request);
  }

  private Step<StoredChange> describe(
      Reservation found, String description, ChangeRequest request) {
    found.describe(description, request.person().name(), clock.instant());
    recordOrder(found, request, "description changed");
    return StoredChange.decided(new ChangeOutcome.Changed());
  }

  private void recordOrder(Reservation found, ChangeRequest request, String detail) {
    store.recordOrder(
        BookingOrderAuditEvent.Kind.CHANGED, found.connection(), request.person().name(), detail);
  }

  private Step<StoredChange> beginVersion(
      Reservation found, Criteria criteria, ChangeRequest request) {
    var now = clock.instant();
    var version = found.nextVersion();
    var requester = lightpaths.requester(request.person(), found.connection());
    var holder = new Holder.ExternalRequester(now.plus(LightpathService.HOLD_TIMEOUT));
    broker.beginVersion(
        found, new ReserveRequest(requester, found.connection(), version, criteria, holder));
    found.recordChange(
        version, new ChangeRequestRecord(request.key(), request.digest(), request.description()));
    found.reschedule(true, now);
    recordOrder(found, request, "change requested: version " + version);
    return Step.of(found, commitIfHeld(found, version, request));
  }

  /**
   * Decides in the transaction that stores the last hold: a crash leaves no complete hold
   * undecided.
   */
  private StoredChange commitIfHeld(Reservation found, int version, ChangeRequest request) {
    if (found.isHeld(version) && found.lifecycle().isAlive()) {
      var who = request.person().name();
      var now = clock.instant();
      found.operations().commit(version, who, now);
      Optional.ofNullable(request.description())
          .ifPresent(description -> found.describe(description, who, now));
    }
    return new StoredChange(version, version == 0 ? Optional.empty() : outcome(found, version));
  }

  private Optional<ChangeOutcome> outcome(Reservation found, int version) {
    var revision = found.findRevision(version).orElseThrow();
    return switch (revision.state()) {
      case CHECKING, HELD -> Optional.empty();
      case COMMITTING, COMMITTED -> Optional.of(new ChangeOutcome.Changed());
      case ABORTING, ABORTED ->
          Optional.of(
              revision
                  .refusal()
                  .<ChangeOutcome>map(ChangeOutcome.Refused::new)
                  .orElseGet(() -> abandoned(found)));
    };
  }

  /** A repeat of this call abandoned it, or the lightpath was ended meanwhile. */
  private ChangeOutcome abandoned(Reservation found) {
    return found.lifecycle().isAlive()
        ? new ChangeOutcome.Unreachable(found.connection() + ": the change was abandoned")
        : new ChangeOutcome.WrongState(
            found.changeRefusal(clock.instant()).orElse("the lightpath has ended"));
  }

  /**
   * Aborts, unless a call with the same key has committed it meanwhile; throws if the failure is a
   * fault of this broker.
   */
  private ChangeOutcome abandon(
      ConnectionId id, int version, Person person, @Nullable RuntimeException failure) {
    try {
      broker.abort(new ConnectionVersionRequest(lightpaths.requester(person, id), id, version));
    } catch (SegmentFaultException fault) {
      if (fault.code() == SegmentFaultException.Code.INVALID_TRANSITION) {
        return new ChangeOutcome.Changed();
      }
      throw fault;
    }
    return switch (failure) {
      case null -> store.read(id, this::abandoned).orElseThrow();
      case SegmentUnreachableException unreachable ->
          new ChangeOutcome.Unreachable(String.valueOf(unreachable.getMessage()));
      default -> throw failure;
    };
  }
}
