package org.touchpaper.bar.coallocation.transaction;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import org.touchpaper.segment.connection.Stp;

/**
 * Judges the lightpaths of a request: the segments make dry runs of what the network's resource
 * manager would request.
 */
@Component
class LightpathDryRun {

  private final NetworkSegment broker;
  private final CurrentNetworkDirectory directory;

  LightpathDryRun(NetworkSegment broker, CurrentNetworkDirectory directory) {
    this.broker = broker;
    this.directory = directory;
  }

  /** Judges the lightpaths, and adds what is refused. */
  List<DryRunResult.LightpathResult> judge(DryRunRequest run, List<Refusal> refusals) {
    var fields = run.fields();
    var criteria = new LinkedHashMap<UUID, Criteria>();
    for (var requested : run.parts()) {
      if (requested.part() instanceof Lightpath path && !requested.isUnchanged()) {
        try {
          criteriaOf(requested, path, run)
              .ifPresentOrElse(
                  it -> criteria.put(path.partId(), it),
                  () -> refusals.add(noLongerThere(path, fields)));
        } catch (SegmentUnreachableException e) {
          refusals.add(DryRunRequest.unreachable(path.rm(), String.valueOf(e.getMessage())));
        }
      }
    }
    var results = new LinkedHashMap<UUID, SegmentDryRunRequest.Result>();
    if (!criteria.isEmpty()) {
      ask(run, criteria, refusals).ifPresent(results::putAll);
    }
    return run.parts().stream()
        .filter(requested -> requested.part() instanceof Lightpath)
        .map(requested -> {
          var path = (Lightpath) requested.part();
          var result = results.get(path.partId());
          if (result instanceof SegmentDryRunRequest.Result.Refused(var refusal)) {
            refusals.add(explain(refusal, requested, criteria, fields));
          }
          return toResult(requested, path, result);
        })
        .toList();
  }

  private static DryRunResult.LightpathResult toResult(
      DryRunRequest.Part requested, Lightpath path, SegmentDryRunRequest.@Nullable Result result) {
    return switch (result) {
      case SegmentDryRunRequest.Result.Fits fits ->
          new DryRunResult.LightpathResult(path, true, fits.path(), fits.links());
      case SegmentDryRunRequest.Result.Refused _ ->
          new DryRunResult.LightpathResult(path, false, List.of(), List.of());
      case null ->
          requested.isUnchanged()
              ? new DryRunResult.LightpathResult(path, true, path.status().path(), List.of())
              : new DryRunResult.LightpathResult(path, false, List.of(), List.of());
    };
  }

  /** Empty, and with a refusal, if a segment did not answer. */
  private Optional<Map<UUID, SegmentDryRunRequest.Result>> ask(
      DryRunRequest run, Map<UUID, Criteria> criteria, List<Refusal> refusals) {
    var rm = networkRm(run);
    var items =
        criteria.entrySet().stream()
            .map(entry ->
                new SegmentDryRunRequest.Item(new ConnectionId(entry.getKey()), entry.getValue()))
            .toList();
    try {
      var results = broker.dryRun(new SegmentDryRunRequest(requester(run, rm), items));
      var byPart = new LinkedHashMap<UUID, SegmentDryRunRequest.Result>();
      for (var i = 0; i < items.size(); i++) {
        byPart.put(items.get(i).connection().value(), results.get(i));
      }
      return Optional.of(byPart);
    } catch (SegmentUnreachableException e) {
      refusals.add(DryRunRequest.unreachable(rm, String.valueOf(e.getMessage())));
      return Optional.empty();
    } catch (SegmentFaultException fault) {
      refusals.add(toRefusal(fault));
      return Optional.empty();
    }
  }

  /** As the network's resource manager does. */
  private static Refusal toRefusal(SegmentFaultException fault) {
    var code =
        switch (fault.code()) {
          case CONTRADICTS_EARLIER -> Refusal.Code.GIVEN_UP;
          case CUT -> Refusal.Code.CUT;
          case INVALID_TRANSITION -> Refusal.Code.CAPACITY_BUSY; // another change is under way
          case MALFORMED, UNKNOWN_CONNECTION, COMMIT_FAILED, NOT_ALLOWED ->
              Refusal.Code.NOT_ALLOWED;
        };
    return new Refusal(code, "network", "", String.valueOf(fault.getMessage()), null);
  }

  private static String networkRm(DryRunRequest run) {
    return run.parts().stream()
        .map(DryRunRequest.Part::part)
        .filter(Lightpath.class::isInstance)
        .map(CoAllocationPart::rm)
        .findFirst()
        .orElseThrow();
  }

  /** The resource manager that books the lightpaths. */
  private static RequesterIdentity requester(DryRunRequest run, String rm) {
    return new RequesterIdentity(rm, run.person(), UUID.randomUUID().toString());
  }

  /** What the network's resource manager would request; empty if the lightpath is over. */
  private Optional<Criteria> criteriaOf(
      DryRunRequest.Part requested, Lightpath path, DryRunRequest run) {
    var lead = directory.get().bar().setupLead();
    var existing = requested.existing();
    if (existing == null) {
      return Optional.of(
          new Criteria(
              portOf(path.source()),
              portOf(path.destination()),
              path.bandwidthMbps(),
              requested.run().withLead(lead, run.now())));
    }
    return broker.query(requester(run, path.rm()), new ConnectionId(path.partId()))
            instanceof ConnectionReport.Known known
        ? Optional.ofNullable(known.criteria())
            .filter(current -> run.now().isBefore(current.schedule().endTime()))
            .map(current ->
                new Criteria(
                    current.source(),
                    current.destination(),
                    path.bandwidthMbps(),
                    scheduleAfter(current.schedule(), requested, lead, run.now())))
        : Optional.empty();
  }

  private static Schedule scheduleAfter(
      Schedule current, DryRunRequest.Part requested, Duration lead, Instant now) {
    if (!requested.isRescheduled()) {
      return current;
    }
    return current.startTime().isAfter(now)
        ? requested.run().withLead(lead, now)
        : new Schedule(current.startTime(), requested.run().endTime());
  }

  private Stp portOf(String host) {
    return directory.get().host(host).flatMap(NetworkDirectory.Host::port).orElseThrow();
  }

  private static Refusal noLongerThere(Lightpath path, Map<UUID, String> fields) {
    return new Refusal(
        Refusal.Code.GIVEN_UP,
        "network",
        String.valueOf(fields.get(path.partId())),
        "the network has no such lightpath to modify",
        null);
  }

  /** Puts a refusal in terms of the request, as the network's resource manager does. */
  private static Refusal explain(
      Refusal refusal,
      DryRunRequest.Part requested,
      Map<UUID, Criteria> criteria,
      Map<UUID, String> fields) {
    var id = requested.part().partId();
    var own = criteria.get(id);
    if (own == null) {
      return refusal;
    }
    var lead =
        requested.isRescheduled()
            ? Duration.between(own.schedule().startTime(), requested.run().startTime())
            : Duration.ZERO;
    var explained = refusal.explainLead(requested.run().startTime(), lead);
    var isOwnRival =
        refusal.code() == Refusal.Code.PORT_BUSY
            && criteria.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(id))
                .anyMatch(entry -> own.sharesPort(entry.getValue(), refusal.resource()));
    return withField(
        isOwnRival ? explained.asOwnRival() : explained, String.valueOf(fields.get(id)));
  }

  private static Refusal withField(Refusal refusal, String part) {
    var field = refusal.field();
    var inRequest =
        Set.of("startTime", "endTime").contains(field)
            ? "schedule." + field
            : field.isEmpty() ? part : part + "." + field;
    return new Refusal(
        refusal.code(), refusal.resource(), inRequest, refusal.reason(), refusal.nextFit());
  }
}
