package org.touchpaper.bar.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.Change;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.Part;
import org.touchpaper.bar.reservation.HistoryEntry;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** What the front door shows, named as in the OpenAPI document. */
final class Views {

  private Views() {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record CoAllocationView(
      UUID id,
      Phase state,
      String description,
      String owner,
      Instant createdAt,
      Schedule schedule,
      @Nullable Window window,
      List<ComputePart> compute,
      List<LightpathPart> lightpaths,
      boolean released,
      @Nullable String problem,
      @Nullable String reason,
      @Nullable List<RefusalView> refusals,
      @Nullable List<Schedule> alternatives,
      @Nullable ChangeView change,
      @Nullable List<Event> history) {

    static CoAllocationView of(CoAllocation booking) {
      return of(booking, null);
    }

    static CoAllocationView of(CoAllocation booking, @Nullable List<HistoryEntry> history) {
      var refused = booking.state() == Phase.REFUSED;
      return new CoAllocationView(
          booking.id(),
          booking.state(),
          booking.description(),
          booking.owner().name(),
          booking.createdAt(),
          booking.schedule(),
          booking.window().map(Window::of).orElse(null),
          booking.parts().stream().flatMap(ComputePart::of).toList(),
          booking.parts().stream().flatMap(LightpathPart::of).toList(),
          booking.isReleased(),
          booking.problem().orElse(null),
          booking.reason().orElse(null),
          refused ? booking.refusals().stream().map(RefusalView::of).toList() : null,
          refused ? booking.alternatives() : null,
          booking.lastChange().map(ChangeView::of).orElse(null),
          history == null ? null : history.stream().map(Event::of).toList());
    }
  }

  /** What was asked last to be different, and what came of it; what is refused changes nothing. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ChangeView(
      Phase state,
      String wanted,
      @Nullable String reason,
      @Nullable List<RefusalView> refusals,
      @Nullable List<Schedule> alternatives) {

    static ChangeView of(Change change) {
      return switch (change.outcome()) {
        case Change.Outcome.Undecided _ -> plain(Phase.UNDECIDED, change, null);
        case Change.Outcome.Made _ -> plain(Phase.COMMITTED, change, null);
        case Change.Outcome.NotStarted it -> plain(Phase.REFUSED, change, it.reason());
        case Change.Outcome.Refused why ->
            new ChangeView(
                Phase.REFUSED,
                change.words(),
                why.reason(),
                why.refusals().stream().map(RefusalView::of).toList(),
                why.alternatives());
      };
    }

    private static ChangeView plain(Phase state, Change change, @Nullable String reason) {
      return new ChangeView(state, change.words(), reason, null, null);
    }
  }

  /** Where within the schedule was to be chosen. */
  record Window(Instant notBefore, Instant notAfter) {
    static Window of(Schedule window) {
      return new Window(window.startTime(), window.endTime());
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ComputePart(
      String resource,
      int nodes,
      Phase state,
      @Nullable String reference,
      boolean released,
      @Nullable String problem) {

    static Stream<ComputePart> of(Part part) {
      return part instanceof Part.Compute nodes ? Stream.of(of(nodes)) : Stream.empty();
    }

    private static ComputePart of(Part.Compute nodes) {
      var standing = nodes.standing();
      return new ComputePart(
          nodes.resource(),
          nodes.nodes(),
          standing.state(),
          standing.reference(),
          standing.released(),
          standing.trouble().orElse(null));
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record LightpathPart(
      UUID connectionId,
      Phase state,
      String source,
      String destination,
      int bandwidthMbps,
      List<String> path,
      boolean released,
      @Nullable String problem) {

    static Stream<LightpathPart> of(Part part) {
      return part instanceof Part.Lightpath path ? Stream.of(of(path)) : Stream.empty();
    }

    private static LightpathPart of(Part.Lightpath path) {
      var standing = path.standing();
      return new LightpathPart(
          path.ident(),
          standing.state(),
          path.source(),
          path.destination(),
          path.bandwidthMbps(),
          standing.path(),
          standing.released(),
          standing.trouble().orElse(null));
    }
  }

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  record RefusalView(String resource, String code, String field, String reason) {
    static RefusalView of(Refusal refusal) {
      return new RefusalView(
          refusal.resource(), refusal.code().name(), refusal.field(), refusal.reason());
    }
  }

  record Event(Instant at, String who, String event) {
    static Event of(HistoryEntry entry) {
      return new Event(entry.at(), entry.who(), entry.event());
    }
  }

  /** A page of a list, newest first; next is to be given as {@code before}. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Page<T>(List<T> items, @Nullable String next) {}
}
