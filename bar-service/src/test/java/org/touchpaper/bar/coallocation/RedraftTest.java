package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/** What each resource manager is asked to do, so that a booking becomes what is wanted. */
class RedraftTest {

  private static final UUID ID = UUID.randomUUID();
  private static final Instant MADE = Instant.parse("2026-12-01T20:00:00Z");
  private static final Schedule SLOT = new Schedule(MADE.plusSeconds(3600), MADE.plusSeconds(7200));
  private static final Instant DURING = SLOT.startTime().plusSeconds(600);
  private static final Schedule LONGER = new Schedule(SLOT.startTime(), MADE.plusSeconds(9000));

  private static final Part PATH = path("vis", "newton", 300, 1, SLOT.startTime());
  private static final Part NODES = nodes("newton", 4, 1, SLOT.startTime());

  private final CoAllocation booking = booked(List.of(PATH, NODES));

  @Test
  void nothingIsAskedOfAnybodyIfNothingIsDifferent() {
    var redraft = redraft(SLOT, wantedPath(300), wanted("newton", 4));
    assertThat(redraft.deeds()).isEmpty();
    assertThat(redraft.parts()).isEqualTo(booking.parts());
  }

  @Test
  void onlyWhoIsConcernedIsAskedAndOnlyForWhatIsDifferent() {
    var redraft = redraft(SLOT, wantedPath(300), wanted("newton", 8));
    assertThat(redraft.deeds())
        .containsExactly(
            new Deed("rm-newton", modify(NODES, null, new Action.Compute("newton", 8))));
    assertThat(redraft.parts().getFirst()).isEqualTo(booking.parts().getFirst());
    assertThat(redraft.parts().getLast().ident()).isEqualTo(NODES.ident());
    assertThat(redraft.parts().getLast().booked().by()).isEqualTo(2);
  }

  @Test
  void whatIsMovedIsMovedWhole() {
    var later = new Schedule(SLOT.endTime(), SLOT.endTime().plusSeconds(3600));
    var redraft = redraft(later, wantedPath(300), wanted("newton", 4));
    var when = new Action.Schedule(later.startTime(), later.endTime());
    assertThat(redraft.deeds())
        .containsExactly(
            new Deed("rm-network", modify(PATH, when, null)),
            new Deed("rm-newton", modify(NODES, when, null)));
    assertThat(redraft.parts())
        .allMatch(part -> part.booked().equals(new Part.Booked(2, later.startTime(), 1)));
  }

  @Test
  void oneMachineIsSwappedForAnother() {
    var fresh = wanted("hartree", 16);
    var redraft = redraft(SLOT, wantedPath(300), fresh);
    assertThat(redraft.deeds())
        .containsExactly(Deed.make(fresh, null, SLOT.endTime()), Deed.cancel(NODES));
    assertThat(redraft.parts()).containsExactly(booking.parts().getFirst(), fresh);
  }

  @Test
  void aLightpathBetweenOtherHostsIsAnother() {
    var back = path("newton", "vis", 300, 2, SLOT.startTime());
    assertThat(redraft(SLOT, back, wanted("newton", 4)).deeds())
        .containsExactly(Deed.make(back, null, SLOT.endTime()), Deed.cancel(PATH));
  }

  @Test
  void ofTwoAlikeTheOneThatIsWantedStays() {
    var second = path("vis", "newton", 500, 1, SLOT.startTime());
    var redraft =
        new Redraft(booked(List.of(PATH, second)), SLOT, List.of(wantedPath(500)), 2, null, MADE);
    assertThat(redraft.deeds()).containsExactly(Deed.cancel(PATH));
    assertThat(redraft.parts()).extracting(Part::ident).containsExactly(second.ident());
  }

  /** Its start stays, and a resource manager would refuse another. */
  @Test
  void whatHasBegunKeepsTheStartThatEachPartHas() {
    var late = nodes("hartree", 2, 2, DURING);
    var redraft =
        new Redraft(
            booked(List.of(PATH, late)),
            LONGER,
            List.of(wantedPath(300), wanted("hartree", 2)),
            3,
            null,
            DURING.plusSeconds(60));
    assertThat(redraft.deeds())
        .containsExactly(
            new Deed(
                "rm-network",
                modify(PATH, new Action.Schedule(SLOT.startTime(), LONGER.endTime()), null)),
            new Deed(
                "rm-hartree", modify(late, new Action.Schedule(DURING, LONGER.endTime()), null)));
  }

  private static Action modify(
      Part part, Action.@Nullable Schedule when, Action.@Nullable Work what) {
    return new Action.Modify(part.ident().toString(), when, what);
  }

  private Redraft redraft(Schedule schedule, Part... wanted) {
    return new Redraft(booking, schedule, List.of(wanted), 2, null, MADE);
  }

  private static Part wanted(String machine, int count) {
    return nodes(machine, count, 2, SLOT.startTime());
  }

  private static Part wantedPath(int mbps) {
    return path("vis", "newton", mbps, 2, SLOT.startTime());
  }

  private static Part nodes(String machine, int count, int by, Instant from) {
    return new Part.Compute(
        UUID.randomUUID(),
        "rm-" + machine,
        machine,
        count,
        new Part.Booked(by, from),
        Standing.UNDECIDED);
  }

  private static Part path(String source, String destination, int mbps, int by, Instant from) {
    return new Part.Lightpath(
        UUID.randomUUID(),
        "rm-network",
        source,
        destination,
        mbps,
        new Part.Booked(by, from),
        Standing.UNDECIDED);
  }

  private static CoAllocation booked(List<Part> parts) {
    var anne = new Person("anne", "ucl", List.of(), "scientist");
    var request =
        Request.of(
            new TransactionId(ID + ".1"),
            List.of("a1", "a2", "a3"),
            1,
            MADE.plusSeconds(8),
            new Caller("anne", "ucl", List.of(), "scientist", ID.toString()),
            Deed.byManager(
                parts.stream().map(part -> Deed.make(part, null, SLOT.endTime())).toList()));
    var booking =
        new CoAllocation(
            ID,
            new Asked(anne, "a run", MADE, "k-1", "digest"),
            new When.Fixed(SLOT.startTime(), SLOT.endTime()).stretch(MADE),
            new Draft(SLOT, parts, request));
    booking.learn(new Harc.Answer.Commit(Map.of()), MADE);
    return booking;
  }
}
