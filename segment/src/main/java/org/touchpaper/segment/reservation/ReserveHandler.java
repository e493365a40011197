package org.touchpaper.segment.reservation;

import java.time.Instant;
import java.util.List;
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
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.cut.Cut;
import org.touchpaper.segment.cut.CutMatchKeys;

/**
 * Handles reserve requests (GFD.237 reserve): decides each version once, records it as held or
 * refused, and repeats the recorded answer.
 */
record ReserveHandler(
    SegmentStore store, CapacityAllocator admission, SegmentProperties properties) {

  /** Runs within the transaction of the reserve. */
  ReserveResult handle(ReserveRequest request) {
    store.cuts().lockOutCuts();
    var connection =
        store.connections().lockOrCreate(request.connection(), request.requester().peer());
    connection.checkOwner(request.requester().peer());
    var digest = RequestDigest.of(request);
    var earlier = store.versions().find(connection.id, request.version());
    if (earlier.isPresent()) {
      return repeatedAnswer(connection, earlier.get(), digest);
    }
    connection.passEndTime(store.now());
    var version = decide(connection, request, digest);
    store.versions().insert(version);
    store.connections().save(connection);
    return version.answer();
  }

  /** What was terminated is held no longer; the cancellation that did so keeps its answer. */
  private static ReserveResult repeatedAnswer(
      SegmentConnection connection, ConnectionVersionRecord earlier, byte[] digest) {
    if (earlier.contradicts(digest)) {
      throw new SegmentFaultException(
          SegmentFaultException.Code.CONTRADICTS_EARLIER,
          earlier.connection(),
          "version " + earlier.version() + " was already reserved with other content");
    }
    var answer = earlier.answer();
    return answer instanceof ReserveResult.Held
            && earlier.criteria() != null
            && connection.isTerminated()
        ? new ReserveResult.Refused(endedRefusal(connection))
        : answer;
  }

  private ConnectionVersionRecord decide(
      SegmentConnection connection, ReserveRequest request, byte[] digest) {
    var cut = findCut(connection.id, request.holder(), request.criteria());
    cut.ifPresent(inForce ->
        store.cuts().recordRefusal(inForce.id(), connection.id, request.version(), store.now()));
    if (connection.isEnded()) {
      return ConnectionVersionRecord.refused(
          request,
          digest,
          cut.map(inForce -> inForce.refusal(store.cuttableNetwork()))
              .orElseGet(() -> endedRefusal(connection)));
    }
    requireNothingHeld(connection);
    if (request.version() <= connection.version) {
      throw connection.invalidTransition(
          "reserve", "version " + connection.version + " is already binding");
    }
    var decision =
        cut.<CapacityAllocator.Decision>map(
                inForce -> new CapacityAllocator.Refused(inForce.refusal(store.cuttableNetwork())))
            .orElseGet(() ->
                admit(
                    admission,
                    connection,
                    request.requester(),
                    request.version(),
                    request.criteria()));
    return switch (decision) {
      case CapacityAllocator.Refused(var refusal) -> {
        connection.refuse();
        yield ConnectionVersionRecord.refused(request, digest, refusal);
      }
      case CapacityAllocator.Held held -> {
        connection.hold(request.version());
        store
            .taskScheduler()
            .scheduleHold(connection.id, request.version(), firstHoldQuery(request));
        yield ConnectionVersionRecord.held(request, digest, held);
      }
    };
  }

  /** What is cut can still be cancelled. */
  private Optional<Cut> findCut(
      ConnectionId connection, @Nullable Holder holder, @Nullable Criteria criteria) {
    return criteria == null
        ? Optional.empty()
        : store.cuts().findCovering(CutMatchKeys.of(connection, holder, criteria));
  }

  private static void requireNothingHeld(SegmentConnection connection) {
    if (connection.heldVersion != 0) {
      throw connection.invalidTransition(
          "reserve", "version " + connection.heldVersion + " is still held");
    }
  }

  /** Judges reservations as {@link #handle} decides them. Runs within a read-only transaction. */
  List<SegmentDryRunRequest.Result> judge(SegmentDryRunRequest dryRun) {
    var dryRunAdmission = admission.forDryRun();
    return dryRun.items().stream()
        .map(item -> judge(item, dryRun.requester(), dryRunAdmission))
        .toList();
  }

  private SegmentDryRunRequest.Result judge(
      SegmentDryRunRequest.Item item,
      RequesterIdentity requester,
      CapacityAllocator dryRunAdmission) {
    var connection =
        store
            .connections()
            .find(item.connection())
            .orElseGet(() -> new SegmentConnection(item.connection(), requester.peer()));
    connection.checkOwner(requester.peer());
    connection.passEndTime(store.now());
    var cut = findCut(connection.id, null, item.criteria());
    if (cut.isPresent()) {
      return new SegmentDryRunRequest.Result.Refused(cut.get().refusal(store.cuttableNetwork()));
    }
    if (connection.isEnded()) {
      return new SegmentDryRunRequest.Result.Refused(endedRefusal(connection));
    }
    requireNothingHeld(connection);
    var version = connection.version + 1;
    return switch (admit(dryRunAdmission, connection, requester, version, item.criteria())) {
      case CapacityAllocator.Refused(var refusal) ->
          new SegmentDryRunRequest.Result.Refused(refusal);
      case CapacityAllocator.Held held ->
          new SegmentDryRunRequest.Result.Fits(
              held.source(),
              held.destination(),
              held.path(),
              dryRunAdmission.linksOf(held, item.criteria()));
    };
  }

  private static Refusal endedRefusal(SegmentConnection connection) {
    return ConnectionVersionRecord.givenUp(
        connection.id, "the connection is " + connection.lifecycle);
  }

  private CapacityAllocator.Decision admit(
      CapacityAllocator by,
      SegmentConnection connection,
      RequesterIdentity requester,
      int version,
      @Nullable Criteria criteria) {
    var bindingVersion = bindingVersion(connection);
    if (criteria == null) {
      return bindingVersion
          .map(CapacityAllocator.BindingVersion::held)
          .orElseThrow(() -> connection.invalidTransition("cancel", "no version is committed"));
    }
    if (!criteria.schedule().endTime().isAfter(store.now())) {
      return new CapacityAllocator.Refused(
          new Refusal(
              Refusal.Code.BAD_SCHEDULE,
              "",
              "endTime",
              "endTime " + criteria.schedule().endTime() + " has passed",
              null));
    }
    return by.admit(
        new CapacityAllocator.AdmissionRequest(
            requester, connection.id, version, criteria, store.now(), bindingVersion.orElse(null)));
  }

  private Optional<CapacityAllocator.BindingVersion> bindingVersion(SegmentConnection connection) {
    if (connection.version == 0) {
      return Optional.empty();
    }
    return store
        .versions()
        .find(connection.id, connection.version)
        .map(version ->
            new CapacityAllocator.BindingVersion(
                version.version(), version.requireCriteria(), version.requireHeld()));
  }

  private Instant firstHoldQuery(ReserveRequest request) {
    return switch (request.holder()) {
      case Holder.ExternalRequester(var until) -> until;
      case Holder.PeerService _, Holder.Transaction _ ->
          properties.nextHoldQuery(properties.holdQueryDelay(), request.criteria(), store.now());
    };
  }
}
