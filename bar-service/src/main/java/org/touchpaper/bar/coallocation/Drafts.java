package org.touchpaper.bar.coallocation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.ActionXml;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.platform.time.TimeOrderedIds;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/** Writes down what is to be begun: ids, parts and transaction records, all chosen here. */
final class Drafts {

  private static final int EPOCH = 1;

  /** Resource managers need so long to vote. */
  private static final Duration LEAST = Duration.ofSeconds(3);

  private final Directory directory;
  private final TimeOrderedIds ids;
  private final Clock clock;

  Drafts(Directory directory, TimeOrderedIds ids, Clock clock) {
    this.directory = directory;
    this.ids = ids;
    this.clock = clock;
  }

  CoAllocation first(Person owner, Wish wish, @Nullable String key) {
    var id = ids.next();
    var now = clock.instant();
    var schedule = new Schedule(Optional.ofNullable(wish.startTime()).orElse(now), wish.endTime());
    var parts = parts(id, wish);
    var voteBy = voteBy(schedule.startTime(), now);
    var request = request(id, 1, owner, makes(parts, schedule), voteBy);
    return new CoAllocation(
        id, owner, wish.description(), now, schedule, key, wish.digest(), parts, request);
  }

  /** The same again, after an attempt of which no resource manager has heard. */
  Request again(CoAllocation booking) {
    var voteBy = voteBy(booking.schedule().startTime(), clock.instant());
    return next(booking, makes(booking.parts(), booking.schedule()), voteBy);
  }

  Request cancel(CoAllocation booking) {
    return next(booking, cancels(booking.parts()), clock.instant().plus(directory.decideWithin()));
  }

  private Request next(CoAllocation booking, List<Actions> actions, Instant voteBy) {
    var number = booking.attempt().number() + 1;
    return request(booking.id(), number, booking.owner(), actions, voteBy);
  }

  /**
   * Before the start (DESIGN decision 1), unless that is too near to vote by: what is to begin at
   * once is decided after its start, and begins then.
   */
  private Instant voteBy(Instant start, Instant now) {
    var usual = now.plus(directory.decideWithin());
    return start.isBefore(usual) && !start.isBefore(now.plus(LEAST)) ? start : usual;
  }

  private Request request(
      UUID id, int number, Person owner, List<Actions> actions, Instant voteBy) {
    var caller =
        new Caller(
            owner.name(),
            owner.homeSite(),
            owner.virtualOrganisations(),
            owner.role(),
            id.toString());
    return Request.of(
        new TransactionId(id + "." + number),
        directory.acceptors(),
        EPOCH,
        voteBy,
        caller,
        actions);
  }

  private List<Part> parts(UUID id, Wish wish) {
    var parts = new ArrayList<Part>();
    for (var i = 0; i < wish.lightpaths().size(); i++) {
      var circuit = wish.lightpaths().get(i);
      parts.add(
          new Part.Lightpath(
              ConnectionId.nameBased(id, "1/lightpath/" + i),
              networkRm(),
              circuit.source(),
              circuit.destination(),
              circuit.bandwidthMbps(),
              Part.Standing.UNDECIDED));
    }
    for (var i = 0; i < wish.compute().size(); i++) {
      var nodes = wish.compute().get(i);
      var cluster = directory.cluster(nodes.resource()).orElseThrow();
      parts.add(
          new Part.Compute(
              ConnectionId.nameBased(id, "1/compute/" + i),
              cluster.rm(),
              nodes.resource(),
              nodes.nodes(),
              Part.Standing.UNDECIDED));
    }
    return parts;
  }

  private String networkRm() {
    return Optional.ofNullable(directory.networkRm())
        .orElseThrow(() ->
            new IllegalStateException(
                "touchpaper.bar.network-rm is not configured: this broker books no lightpaths"
                    + " together with nodes"));
  }

  private static List<Actions> makes(List<Part> parts, Schedule schedule) {
    var when = new Action.Schedule(schedule.startTime(), schedule.endTime());
    return byManager(parts, part -> new Action.Make(part.ident().toString(), when, work(part)));
  }

  private static List<Actions> cancels(List<Part> parts) {
    return byManager(parts, part -> new Action.Cancel(part.ident().toString()));
  }

  private static List<Actions> byManager(List<Part> parts, Function<Part, Action> action) {
    return parts.stream()
        .map(Part::rm)
        .distinct()
        .map(rm ->
            ActionXml.write(
                rm, parts.stream().filter(part -> part.rm().equals(rm)).map(action).toList()))
        .toList();
  }

  private static Action.Work work(Part part) {
    return switch (part) {
      case Part.Compute nodes -> new Action.Compute(nodes.resource(), nodes.nodes());
      case Part.Lightpath path ->
          new Action.Path(path.source(), path.destination(), path.bandwidthMbps());
    };
  }
}
