package org.touchpaper.bar.coallocation;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.platform.time.TimeOrderedIds;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/** Writes down what is to be begun: ids, parts and transaction records, all chosen here. */
final class Drafts {

  /** Of what is only asked about. */
  private static final UUID UNNAMED = new UUID(0, 0);

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

  CoAllocation first(Person owner, Wish wish, Stretch wanted, Schedule slot, @Nullable String key) {
    var id = ids.next();
    var now = clock.instant();
    var draft = make(id, 1, owner, parts(id, 1, wish, slot.startTime()), slot);
    var asked = new Asked(owner, wish.description(), now, key, wish.digest());
    return new CoAllocation(id, asked, wanted, draft);
  }

  /** What is wished, before anything of it has a name. */
  List<Part> parts(Wish wish) {
    return parts(UNNAMED, 1, wish, Instant.EPOCH);
  }

  /** The same again, at this time: a transaction of its own, with names of its own. */
  Draft again(CoAllocation booking, Schedule slot) {
    var number = booking.attempt().number() + 1;
    var counted = new HashMap<String, Integer>();
    var parts =
        booking.parts().stream()
            .map(part -> {
              var place = counted.merge(part.kind(), 1, Integer::sum) - 1;
              return part.anew(
                  ident(booking.id(), number, part.kind(), place),
                  new Part.Booked(number, slot.startTime()));
            })
            .toList();
    return make(booking.id(), number, booking.owner(), parts, slot);
  }

  /** Each attempt has its own (DESIGN "Contracts", identity). */
  private static UUID ident(UUID id, int number, String kind, int place) {
    return ConnectionId.nameBased(id, number + "/" + kind + "/" + place);
  }

  private Draft make(UUID id, int number, Person owner, List<Part> parts, Schedule slot) {
    var voteBy = voteBy(slot.startTime(), clock.instant());
    var deeds = parts.stream().map(part -> Deed.make(part, null, slot.endTime())).toList();
    return new Draft(slot, parts, request(id, number, owner, deeds, voteBy));
  }

  /**
   * The booking as it is wished to be; empty if it is so. What is put in while it is up begins now,
   * and what is undecided by the earlier start, the old or the new, is so no longer. It is asked
   * for whoever asks, as they are now; but what is made is the owner's.
   */
  Optional<Draft> change(CoAllocation booking, Person by, Modification modification, Instant now) {
    var number = booking.attempt().number() + 1;
    var wish = modification.of(booking);
    var slot = wish.when().stretch(now).within();
    var from = slot.startTime().isBefore(now) ? now : slot.startTime();
    var wanted = parts(booking.id(), number, wish, from);
    var owner = booking.owner().name().equals(by.name()) ? null : booking.owner();
    var redraft = new Redraft(booking, slot, wanted, number, owner, now);
    if (redraft.deeds().isEmpty()) {
      return Optional.empty();
    }
    var old = booking.schedule().startTime();
    var voteBy = voteBy(old.isBefore(slot.startTime()) ? old : slot.startTime(), now);
    var request = request(booking.id(), number, by, redraft.deeds(), voteBy);
    return Optional.of(new Draft(slot, redraft.parts(), request));
  }

  /**
   * Asked for whoever asks, the owner or not, as they are now. Who knows nothing of a part could
   * not agree, and the rest would stay.
   */
  Request cancel(CoAllocation booking, Person by) {
    return request(
        booking.id(),
        booking.attempt().number() + 1,
        by,
        new Parts(booking.parts()).toCancel().all().stream().map(Deed::cancel).toList(),
        clock.instant().plus(directory.decideWithin()));
  }

  /**
   * Before the start (DESIGN decision 1), unless that is too near to vote by: what is to begin at
   * once is decided after its start, and begins then.
   */
  private Instant voteBy(Instant start, Instant now) {
    var usual = now.plus(directory.decideWithin());
    return start.isBefore(usual) && !start.isBefore(now.plus(LEAST)) ? start : usual;
  }

  private Request request(UUID id, int number, Person asking, List<Deed> deeds, Instant voteBy) {
    var caller =
        new Caller(
            asking.name(),
            asking.homeSite(),
            asking.virtualOrganisations(),
            asking.role(),
            id.toString());
    return Request.of(
        new TransactionId(id + "." + number),
        directory.acceptors(),
        directory.epoch(),
        voteBy,
        caller,
        Deed.byManager(deeds));
  }

  private List<Part> parts(UUID id, int number, Wish wish, Instant from) {
    var booked = new Part.Booked(number, from);
    var parts = new ArrayList<Part>();
    for (var i = 0; i < wish.lightpaths().size(); i++) {
      var circuit = wish.lightpaths().get(i);
      parts.add(
          new Part.Lightpath(
              ident(id, number, Part.LIGHTPATH, i),
              networkRm(),
              circuit.source(),
              circuit.destination(),
              circuit.bandwidthMbps(),
              booked,
              Standing.UNDECIDED));
    }
    for (var i = 0; i < wish.compute().size(); i++) {
      var nodes = wish.compute().get(i);
      var cluster = directory.cluster(nodes.resource()).orElseThrow();
      parts.add(
          new Part.Compute(
              ident(id, number, Part.COMPUTE, i),
              cluster.rm(),
              nodes.resource(),
              nodes.nodes(),
              booked,
              Standing.UNDECIDED));
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
}
