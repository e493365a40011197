package org.touchpaper.bar.directory;

import java.util.List;
import org.touchpaper.bar.directory.NetworkDirectory.Campus;
import org.touchpaper.bar.reservation.segments.SegmentLeg;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Stp;

/**
 * The result of cutting a circuit into local campus, wide area and remote campus (PoS(ESLEA)015),
 * or the reason why this broker cannot carry it.
 */
public sealed interface CircuitSplitResult {

  /** The segments in the order of the path, from this broker's campus. */
  record Legs(List<SegmentLeg> legs) implements CircuitSplitResult {
    public Legs {
      legs = List.copyOf(legs);
    }
  }

  /** The circuit is refused without a call to a segment. */
  record Rejected(Refusal refusal) implements CircuitSplitResult {}

  static CircuitSplitResult of(NetworkDirectory directory, Stp source, Stp destination) {
    if (source.isSamePortAs(destination)) {
      return rejected(
          Refusal.Code.NO_PATH, source, "destination", "Source and destination are the same port.");
    }
    var fromCampus = directory.campusOf(source);
    var toCampus = directory.campusOf(destination);
    if (fromCampus.isEmpty()) {
      return rejected(Refusal.Code.UNKNOWN_STP, source, "source", "Unknown endpoint: " + source);
    }
    if (toCampus.isEmpty()) {
      return rejected(
          Refusal.Code.UNKNOWN_STP, destination, "destination", "Unknown endpoint: " + destination);
    }
    var home = directory.home();
    var startsHere = fromCampus.get().equals(home);
    if (startsHere && toCampus.get().equals(home)) {
      return new Legs(
          List.of(new SegmentLeg(directory.bar().ownSegment(), source, destination, false)));
    }
    if (!startsHere && !toCampus.get().equals(home)) {
      return rejectForeignCircuit(home, fromCampus.get(), toCampus.get(), source);
    }
    return startsHere
        ? acrossWideArea(directory, home, source, toCampus.get(), destination, false)
        : acrossWideArea(directory, home, destination, fromCampus.get(), source, true);
  }

  private static CircuitSplitResult acrossWideArea(
      NetworkDirectory directory,
      Campus home,
      Stp localEnd,
      Campus remote,
      Stp remoteEnd,
      boolean reversed) {
    var field = reversed ? "source" : "destination";
    if (remote.bar() == null) {
      return rejected(
          Refusal.Code.NOT_ALLOWED,
          remoteEnd,
          field,
          "Campus " + remote.name() + " has no BAR, so it cannot be booked.");
    }
    if (home.border() == null
        || home.attachment() == null
        || remote.border() == null
        || remote.attachment() == null) {
      return rejected(
          Refusal.Code.NO_PATH,
          remoteEnd,
          field,
          home.name() + " and " + remote.name() + " are not both attached to the wide area.");
    }
    return new Legs(
        List.of(
            new SegmentLeg(
                directory.bar().ownSegment(), localEnd, Stp.parse(home.border()), reversed),
            new SegmentLeg(
                directory.bar().nsap(),
                Stp.parse(home.attachment()),
                Stp.parse(remote.attachment()),
                reversed),
            new SegmentLeg(remote.bar(), Stp.parse(remote.border()), remoteEnd, reversed)));
  }

  private static CircuitSplitResult rejectForeignCircuit(
      Campus home, Campus fromCampus, Campus toCampus, Stp source) {
    var advice =
        NetworkDirectory.responsibleFor(fromCampus, toCampus)
            .map(Campus::advice)
            .orElse("neither " + fromCampus.name() + " nor " + toCampus.name() + " has a BAR");
    return rejected(
        Refusal.Code.NOT_ALLOWED,
        source,
        "source",
        "Neither end is at " + home.name() + "; " + advice);
  }

  private static CircuitSplitResult rejected(
      Refusal.Code code, Stp stp, String field, String reason) {
    return new Rejected(new Refusal(code, stp.toString(), field, reason, null));
  }
}
