package org.touchpaper.bar.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.VlanRange;

/** A reservation over a campus and the wide area, told what its segments say; no database. */
abstract class LightpathStory {

  static final Instant NOW = Instant.parse("2026-12-01T20:00:00Z");
  static final Schedule HOUR =
      new Schedule(NOW.plus(Duration.ofHours(1)), NOW.plus(Duration.ofHours(2)));
  static final Stp VIS = Stp.parse("urn:ogf:network:ucl.ukl:2026:vis");
  static final Stp BORDER = Stp.parse("urn:ogf:network:ucl.ukl:2026:border?vlan=100-109");
  static final Stp IN = Stp.parse("urn:ogf:network:wan.ukl:2026:UCL?vlan=100-109");
  static final Stp OUT = Stp.parse("urn:ogf:network:wan.ukl:2026:MAN?vlan=100-109");
  static final Requester ADA =
      new Requester(
          "rm-network", new Requester.Person("ada", "ucl", List.of(), "scientist"), "thread");

  final ConnectionId id = new ConnectionId(UUID.randomUUID());
  final Holder.Asker holder =
      new Holder.Asker("bar-home", URI.create("http://127.0.0.1:9/"), id, 1);
  final Reservation it = Reservation.of(id, ADA, "a test", "", NOW);

  Reserve request(int version, @Nullable Schedule when) {
    var criteria = when == null ? null : new Criteria(VIS, OUT, 300, when);
    return new Reserve(ADA, id, version, criteria, holder);
  }

  void asked() {
    it.check(
        request(1, HOUR),
        List.of(new Leg("lnsap", VIS, BORDER, false), new Leg("nsap", IN, OUT, false)),
        NOW);
  }

  Call only() {
    assertThat(it.next()).hasSize(1);
    return it.next().getFirst();
  }

  /** The segment asked next holds with the lowest label it may. */
  void holds() {
    var call = (Call.ReserveSegment) only();
    var asked = Optional.ofNullable(call.criteria()).orElseThrow();
    it.on(
        call,
        new Answer.Reserved(
            new ReserveAnswer.Held(
                lowest(asked.source()), lowest(asked.destination()), List.of(call.peer()))),
        NOW);
  }

  static Stp lowest(Stp end) {
    var vlans = end.vlans();
    return vlans == null ? end : end.with(VlanRange.single(vlans.low()));
  }

  void done(Call call) {
    it.on(call, new Answer.Done(), NOW);
    it.on(call, new Answer.Done(), NOW);
  }

  void allDone() {
    for (var call : it.next()) {
      done(call);
    }
  }

  void booked() {
    asked();
    holds();
    holds();
    it.commit(1, "ada", NOW);
    allDone();
    it.provision("ada", NOW);
    allDone();
  }

  void holdsAsItWas() {
    it.on(only(), new Answer.Reserved(new ReserveAnswer.Held(VIS, OUT, List.of("as it was"))), NOW);
  }

  void allAre(DataPlane seen, boolean readsClean, Instant now) {
    it.inCircuitOrder().forEach(each -> it.observe(each.segment(), seen, null, readsClean, now));
  }
}
