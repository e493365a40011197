package org.touchpaper.bar.web;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.coallocation.CoAllocationPart.Units;
import org.touchpaper.bar.coallocation.run.JobStatus;
import org.touchpaper.bar.coallocation.run.PartRun;
import org.touchpaper.bar.endhost.EndpointsReader;
import org.touchpaper.bar.endhost.LightpathEndpoints;
import org.touchpaper.bar.endhost.RunEndpoint;
import org.touchpaper.bar.history.HistoryEntry;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/** Maps co-allocations to view models. */
final class BookingViewMapper {

  private BookingViewMapper() {}

  static BookingListItem toListItem(CoAllocation booking, Instant now) {
    var schedule = booking.schedule();
    return new BookingListItem(
        booking.id().toString(),
        titleOf(booking),
        String.join(" · ", booking.parts().stream().map(BookingViewMapper::titleOf).toList()),
        booking.state().name(),
        schedule.startTime(),
        schedule.endTime(),
        booking.owner().name(),
        BookingListItem.progress(schedule.startTime(), schedule.endTime(), now));
  }

  static BookingView toView(
      CoAllocation booking,
      List<HistoryEntry> history,
      EndpointsReader endpoints,
      @Nullable String cancelRefusal) {
    var schedule = booking.schedule();
    return new BookingView(
        booking.id().toString(),
        titleOf(booking),
        booking.state().name(),
        schedule.startTime(),
        schedule.endTime(),
        booking.window().map(BookingViewMapper::describeWindow).orElse(null),
        booking.owner().name(),
        booking.parts().stream().map(part -> toPartView(part, booking, endpoints)).toList(),
        booking.refusals().stream().map(Refusal::reason).toList(),
        history.stream()
            .map(entry -> new BookingView.HistoryItem(entry.at(), entry.who(), entry.event()))
            .toList(),
        cancelRefusal);
  }

  private static String describeWindow(Schedule window) {
    return "as early as possible between "
        + UtcTimeFormat.format(window.startTime())
        + " and "
        + UtcTimeFormat.format(window.endTime())
        + " UTC";
  }

  private static PartView toPartView(
      CoAllocationPart part, CoAllocation booking, EndpointsReader endpoints) {
    var status = part.status();
    var path = part instanceof Lightpath ? status.path() : List.<String>of();
    var ends =
        part instanceof Lightpath lightpath
            ? endpoints.find(lightpath)
            : Optional.<LightpathEndpoints>empty();
    return new PartView(
        titleOf(part),
        status.state().name(),
        displayReference(part),
        path,
        ends.map(LightpathEndpoints::endpoints).orElse(List.of()),
        ends.flatMap(BookingViewMapper::pathCheckText).orElse(null),
        status.problemDescription().orElse(null),
        status.released(),
        part instanceof Compute nodes && nodes.run() != null
            ? toRunDetails(nodes.run(), endpoints.find(nodes, booking.parts()))
            : null);
  }

  private static PartView.RunDetails toRunDetails(PartRun run, Optional<RunEndpoint> endpoint) {
    var job = Optional.ofNullable(run.status());
    return new PartView.RunDetails(
        String.join(
            " ",
            Stream.concat(Stream.of(run.spec().application()), run.spec().arguments().stream())
                .toList()),
        run.state().text(),
        !run.isFinished(),
        job.map(JobStatus::jobId).orElse(null),
        job.map(JobStatus::since).map(UtcTimeFormat::format).orElse(null),
        job.map(JobStatus::nodes).orElse(List.of()),
        endpoint.map(RunEndpoint::url).orElse(null),
        endpoint.map(BookingViewMapper::noteOn).orElse(null),
        job.map(JobStatus::exitCode).orElse(null),
        job.map(JobStatus::message).orElse(null),
        job.map(JobStatus::output).orElse(List.of()));
  }

  private static @Nullable String noteOn(RunEndpoint endpoint) {
    if (endpoint.waitingFor() != null) {
      return endpoint.waitingFor().equals("lightpath")
          ? "Wait: the lightpath to it is not active."
          : "Wait: the lightpath is being checked.";
    }
    return "production".equals(endpoint.path())
        ? "Over the production network: " + endpoint.reason()
        : null;
  }

  private static Optional<String> pathCheckText(LightpathEndpoints ends) {
    return Optional.ofNullable(ends.pathCheck())
        .map(found ->
            found.state().text() + (found.message() == null ? "" : ": " + found.message()));
  }

  /** Adds spaces to lists of nodes, so that long lines can wrap. */
  private static @Nullable String displayReference(CoAllocationPart part) {
    var reference = part.status().reference();
    return switch (part) {
      case Lightpath path -> "connection " + path.partId();
      case Compute _, Units _ -> reference == null ? null : reference.replace(",", ", ");
    };
  }

  private static String titleOf(CoAllocation booking) {
    return booking.description().isBlank() ? "(no description)" : booking.description();
  }

  private static String titleOf(CoAllocationPart part) {
    return switch (part) {
      case Compute nodes -> nodes.nodes() + " nodes of " + nodes.resource();
      case Lightpath path ->
          path.bandwidthMbps() + " Mbit/s " + path.source() + " → " + path.destination();
      case Units units -> units.amount() + " " + units.unit() + " of " + units.resource();
    };
  }
}
