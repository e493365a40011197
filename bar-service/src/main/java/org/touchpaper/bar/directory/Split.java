package org.touchpaper.bar.directory;

import java.util.List;
import org.touchpaper.bar.directory.Directory.Campus;
import org.touchpaper.bar.reservation.Leg;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Stp;

/**
 * A circuit cut into local campus, wide area and remote campus (PoS(ESLEA)015), or the reason why
 * this broker cannot carry it.
 */
public sealed interface Split {

  /** To be asked in this order. */
  record Legs(List<Leg> legs) implements Split {
    public Legs {
      legs = List.copyOf(legs);
    }
  }

  /** Nobody need be asked. */
  record Impossible(Refusal refusal) implements Split {}

  static Split of(Directory directory, Stp source, Stp destination) {
    if (source.samePlaceAs(destination)) {
      return no(Refusal.Code.NO_PATH, source, "destination", "Both ends are the same place.");
    }
    var from = directory.campusOf(source);
    var to = directory.campusOf(destination);
    if (from.isEmpty()) {
      return no(Refusal.Code.UNKNOWN_STP, source, "source", "There is no such place: " + source);
    }
    if (to.isEmpty()) {
      return no(
          Refusal.Code.UNKNOWN_STP,
          destination,
          "destination",
          "There is no such place: " + destination);
    }
    var home = directory.home();
    var leaves = from.get().equals(home);
    if (leaves && to.get().equals(home)) {
      return new Legs(List.of(new Leg(directory.lnsap(), source, destination, false)));
    }
    if (!leaves && !to.get().equals(home)) {
      return elsewhere(home, from.get(), to.get(), source);
    }
    return leaves
        ? outwards(directory, home, source, to.get(), destination, false)
        : outwards(directory, home, destination, from.get(), source, true);
  }

  private static Split outwards(
      Directory directory, Campus home, Stp here, Campus away, Stp there, boolean reversed) {
    var field = reversed ? "source" : "destination";
    if (away.bar() == null) {
      return no(
          Refusal.Code.NOT_ALLOWED,
          there,
          field,
          "Campus " + away.name() + " has no BAR, so nothing can be booked there.");
    }
    if (home.border() == null
        || home.attachment() == null
        || away.border() == null
        || away.attachment() == null) {
      return no(
          Refusal.Code.NO_PATH,
          there,
          field,
          home.name() + " and " + away.name() + " are not both attached to the wide area.");
    }
    return new Legs(
        List.of(
            new Leg(directory.lnsap(), here, Stp.parse(home.border()), reversed),
            new Leg(
                directory.nsap(),
                Stp.parse(home.attachment()),
                Stp.parse(away.attachment()),
                reversed),
            new Leg(away.bar(), Stp.parse(away.border()), there, reversed)));
  }

  private static Split elsewhere(Campus home, Campus from, Campus to, Stp source) {
    var right = from.bar() == null ? to : from;
    var advice =
        right.bar() == null
            ? "Neither " + from.name() + " nor " + to.name() + " has a BAR."
            : "Ask the BAR of " + right.name() + ".";
    return no(
        Refusal.Code.NOT_ALLOWED, source, "source", "No end is at " + home.name() + ". " + advice);
  }

  private static Split no(Refusal.Code code, Stp where, String field, String why) {
    return new Impossible(new Refusal(code, where.toString(), field, why, null));
  }
}
