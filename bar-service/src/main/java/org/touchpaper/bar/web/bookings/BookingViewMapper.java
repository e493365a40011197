package org.touchpaper.bar.web.bookings;

import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.coallocation.CoAllocationPart.Units;
import org.touchpaper.bar.coallocation.run.JobStatus;
import org.touchpaper.bar.coallocation.run.PartRun;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.endhost.EndpointFinder;
import org.touchpaper.bar.endhost.LightpathEndHostDetails;
import org.touchpaper.bar.endhost.RunViewerAddress;
import org.touchpaper.bar.event.BookingKind;
import org.touchpaper.bar.history.HistoryEntry;
import org.touchpaper.bar.overview.BookingSummary;
import org.touchpaper.bar.overview.PartSummary;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.bar.web.preference.PageTimeFormatter;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** Maps bookings to the view of their page. */
@Component
final class BookingViewMapper {

  /** How many nodes of a path stand in a row on a wide page. */
  private static final int COLUMNS = 7;

  private final CoAllocationService coAllocations;
  private final LightpathService lightpaths;
  private final EndpointFinder endpoints;
  private final CurrentNetworkDirectory directory;
  private final LinkCapacityAndDelayCache links;
  private final PageTimeFormatter times;
  private final Clock clock;

  BookingViewMapper(
      CoAllocationService coAllocations,
      LightpathService lightpaths,
      EndpointFinder endpoints,
      CurrentNetworkDirectory directory,
      LinkCapacityAndDelayCache links,
      PageTimeFormatter times,
      Clock clock) {
    this.coAllocations = coAllocations;
    this.lightpaths = lightpaths;
    this.endpoints = endpoints;
    this.directory = directory;
    this.links = links;
    this.times = times;
    this.clock = clock;
  }

  /**
   * Maps a booking.
   *
   * @param canModify whether the person may change and cancel it
   */
  BookingView toView(VisibleBooking shown, boolean canModify) {
    var cancelRefusal =
        canModify
            ? cancelRefusal(shown).orElse(null)
            : "only the owner or an administrator can cancel this booking";
    return switch (shown) {
      case VisibleBooking.Together(var booking, var summary, _) ->
          view(
              summary,
              booking.window().map(this::describeWindow).orElse(null),
              booking.parts().stream().map(part -> toPartView(part, booking)).toList(),
              booking.refusals().stream().map(Refusal::reason).toList(),
              coAllocations.listHistory(booking),
              partTitles(booking),
              booking.isReleased(),
              cancelRefusal);
      case VisibleBooking.Alone alone ->
          view(
              alone.summary(),
              null,
              List.of(toPartView(alone)),
              List.of(),
              lightpaths.listHistory(alone.id()),
              new LinkedHashMap<>(),
              alone.isReleased(),
              cancelRefusal);
    };
  }

  /** Why it cannot be cancelled now, in a sentence for people; empty if it can. */
  Optional<String> cancelRefusal(VisibleBooking shown) {
    return switch (shown) {
      case VisibleBooking.Together(var booking, _, _) -> booking.cancelRefusal(clock.instant());
      case VisibleBooking.Alone alone ->
          switch (alone.summary().state()) {
            case UNDECIDED -> Optional.of("the lightpath is not decided yet; try again later");
            case COMMITTED, ACTIVE -> Optional.empty();
            case ENDED -> Optional.of("the lightpath has ended");
            case CANCELLED -> Optional.of("the lightpath was cancelled");
            case FAILED -> Optional.of("the lightpath has failed and is being taken down");
            case REFUSED -> Optional.of("the lightpath was refused; no resources are held");
          };
    };
  }

  private BookingView view(
      BookingSummary summary,
      @Nullable String window,
      List<PartView> parts,
      List<String> refusals,
      List<HistoryEntry> history,
      SequencedMap<UUID, String> partTitles,
      boolean isReleased,
      @Nullable String cancelRefusal) {
    var now = clock.instant();
    var start = summary.schedule() == null ? null : summary.schedule().startTime();
    var end = summary.schedule() == null ? null : summary.schedule().endTime();
    var progress =
        summary.state() == BookingPhase.CANCELLED ? null : BookingView.Progress.of(start, end, now);
    return new BookingView(
        summary.id().toString(),
        summary.kind() == BookingKind.CO_ALLOCATION,
        summary.title(),
        summary.what(),
        summary.state().name(),
        start,
        end,
        window,
        summary.owner(),
        progress,
        progress == null || summary.state() == BookingPhase.REFUSED ? null : summary.upText(),
        parts,
        refusals,
        MilestoneMapper.of(
            new MilestoneMapper.Life(
                summary.state(), summary.createdAt(), summary.schedule(), history, isReleased),
            now),
        steps(summary.id(), history, partTitles),
        summary.partsUp() > 0,
        cancelRefusal);
  }

  private static SequencedMap<UUID, String> partTitles(CoAllocation booking) {
    var titles = new LinkedHashMap<UUID, String>();
    booking.parts().forEach(part -> titles.put(part.partId(), PartSummary.text(part)));
    return titles;
  }

  /** The booking's own steps, then those of each part. */
  private static List<BookingView.Steps> steps(
      UUID id, List<HistoryEntry> history, SequencedMap<UUID, String> partTitles) {
    var all = new ArrayList<BookingView.Steps>();
    var own = history.stream().filter(entry -> entry.subject().equals(id)).toList();
    all.add(new BookingView.Steps("Booking", items(own)));
    partTitles.forEach((part, title) -> {
      var ofPart = history.stream().filter(entry -> entry.subject().equals(part)).toList();
      if (!ofPart.isEmpty()) {
        all.add(new BookingView.Steps(title, items(ofPart)));
      }
    });
    return all;
  }

  private static List<BookingView.HistoryItem> items(List<HistoryEntry> entries) {
    return entries.stream()
        .map(entry -> new BookingView.HistoryItem(entry.at(), entry.who(), entry.event()))
        .toList();
  }

  private String describeWindow(Schedule window) {
    return "as early as possible between "
        + times.both(window.startTime())
        + " and "
        + times.both(window.endTime());
  }

  private PartView toPartView(VisibleBooking.Alone alone) {
    var summary = alone.summary();
    var names =
        alone
            .criteria()
            .map(agreed ->
                withEnds(
                    directory.get().nameOf(agreed.source()),
                    alone.path(),
                    directory.get().nameOf(agreed.destination())))
            .orElse(List.of());
    return lightpathView(
        summary.what(),
        summary.state(),
        "connection " + summary.id(),
        names,
        alone.endpoints(),
        summary.problem(),
        alone.isReleased());
  }

  private PartView toPartView(CoAllocationPart part, CoAllocation booking) {
    var status = part.status();
    return switch (part) {
      case Lightpath lightpath ->
          lightpathView(
              PartSummary.text(part),
              status.state(),
              "connection " + part.partId(),
              status.path().isEmpty()
                  ? List.of()
                  : withEnds(lightpath.source(), status.path(), lightpath.destination()),
              endpoints.find(lightpath),
              status.problemDescription().orElse(null),
              status.released());
      case Compute nodes ->
          otherView(
              part,
              nodes.run() == null
                  ? null
                  : toRunDetails(nodes.run(), endpoints.find(nodes, booking.parts())));
      case Units _ -> otherView(part, null);
    };
  }

  private static List<String> withEnds(String source, List<String> path, String destination) {
    return Stream.of(Stream.of(source), path.stream(), Stream.of(destination))
        .flatMap(names -> names)
        .distinct()
        .toList();
  }

  private PartView lightpathView(
      String title,
      BookingPhase state,
      String reference,
      List<String> names,
      Optional<LightpathEndHostDetails> ends,
      @Nullable String problem,
      boolean isReleased) {
    var hops = PathDrawing.hops(names, problem, links);
    var isUp = state == BookingPhase.ACTIVE;
    return new PartView(
        CoAllocationPart.LIGHTPATH,
        title,
        state.name(),
        reference,
        hops.isEmpty() ? null : PathDrawing.of(hops, COLUMNS, isUp),
        hops.isEmpty() ? null : PathDrawing.of(hops, 1, isUp),
        PathDrawing.inWords(hops),
        ends.map(LightpathEndHostDetails::endpoints).orElse(List.of()),
        ends.map(LightpathEndHostDetails::endHost).orElse(null),
        ends.flatMap(BookingViewMapper::pathCheckText).orElse(null),
        problem,
        isReleased,
        null);
  }

  /** Adds spaces to lists of nodes, so that long lines can wrap. */
  private static PartView otherView(CoAllocationPart part, PartView.@Nullable RunDetails run) {
    var status = part.status();
    var reference = status.reference();
    return new PartView(
        part.kind(),
        PartSummary.text(part),
        status.state().name(),
        reference == null ? null : reference.replace(",", ", "),
        null,
        null,
        "",
        List.of(),
        null,
        null,
        status.problemDescription().orElse(null),
        status.released(),
        run);
  }

  private static PartView.RunDetails toRunDetails(
      PartRun run, Optional<RunViewerAddress> endpoint) {
    var job = Optional.ofNullable(run.status());
    return new PartView.RunDetails(
        String.join(
            " ",
            Stream.concat(Stream.of(run.spec().application()), run.spec().arguments().stream())
                .toList()),
        run.state().text(),
        !run.isFinished(),
        job.map(JobStatus::jobId).orElse(null),
        job.map(JobStatus::since).orElse(null),
        job.map(JobStatus::nodes).orElse(List.of()),
        endpoint.map(RunViewerAddress::url).orElse(null),
        endpoint.map(BookingViewMapper::noteOn).orElse(null),
        job.map(JobStatus::exitCode).orElse(null),
        job.map(JobStatus::message).orElse(null),
        job.map(JobStatus::output).orElse(List.of()));
  }

  private static @Nullable String noteOn(RunViewerAddress endpoint) {
    if (endpoint.waitingFor() != null) {
      return endpoint.waitingFor().equals("lightpath")
          ? "Wait: the lightpath to it is not active."
          : "Wait: the lightpath is being checked.";
    }
    return "production".equals(endpoint.path())
        ? "Over the production network: " + endpoint.reason()
        : null;
  }

  private static Optional<String> pathCheckText(LightpathEndHostDetails ends) {
    return Optional.ofNullable(ends.pathCheck())
        .map(found ->
            found.state().text() + (found.message() == null ? "" : ": " + found.message()));
  }
}
