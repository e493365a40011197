package org.touchpaper.bar.overview;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.event.BookingKind;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;

/**
 * A booking of either kind, as far as lists, calendars and messages show it.
 *
 * @param schedule null of a lightpath that was refused before its times were known
 * @param version rises with each change of what is stored about it
 * @param problem what is wrong, or why it ended early; null if nothing is known
 */
public record BookingSummary(
    BookingKind kind,
    UUID id,
    long version,
    String owner,
    String description,
    BookingPhase state,
    Instant createdAt,
    @Nullable Schedule schedule,
    List<PartSummary> parts,
    @Nullable String problem) {

  public BookingSummary {
    parts = List.copyOf(parts);
  }

  public static BookingSummary of(CoAllocation booking) {
    return new BookingSummary(
        BookingKind.CO_ALLOCATION,
        booking.id(),
        booking.rowVersion(),
        booking.owner().name(),
        booking.description(),
        booking.state(),
        booking.createdAt(),
        booking.schedule(),
        booking.parts().stream().map(PartSummary::of).toList(),
        booking.problem().or(booking::reason).orElse(null));
  }

  public static BookingSummary of(Reservation lightpath, NetworkDirectory directory, Instant now) {
    var criteria = lightpath.criteria().or(lightpath::lastRequestedCriteria);
    var problem = lightpath.problem().or(lightpath::reason).orElse(null);
    return new BookingSummary(
        BookingKind.RESERVATION,
        lightpath.connection().value(),
        lightpath.rowVersion(),
        lightpath.origin().owner(),
        lightpath.origin().description(),
        lightpath.phase(now),
        lightpath.origin().createdAt(),
        criteria.map(Criteria::schedule).orElse(null),
        criteria.stream()
            .map(agreed ->
                new PartSummary(
                    PartSummary.lightpath(
                        agreed.bandwidthMbps(),
                        directory.nameOf(agreed.source()),
                        directory.nameOf(agreed.destination())),
                    agreed.bandwidthMbps(),
                    lightpath.phase(now),
                    problem))
            .toList(),
        problem);
  }

  /** The description, or what is booked if there is none. */
  public String title() {
    return description.isBlank() ? what() : description;
  }

  /** What is booked, in one line; several lightpaths are counted. */
  public String what() {
    var lightpaths = parts.stream().filter(PartSummary::isLightpath).toList();
    var texts = new ArrayList<String>();
    if (lightpaths.size() > 1) {
      texts.add(
          lightpaths.size()
              + " lightpaths, "
              + lightpaths.stream().mapToInt(PartSummary::mbps).sum()
              + " Mbit/s together");
    } else {
      lightpaths.forEach(part -> texts.add(part.text()));
    }
    parts.stream().filter(part -> !part.isLightpath()).forEach(part -> texts.add(part.text()));
    return String.join(" · ", texts);
  }

  /** How many of its parts are up now, whatever the state of the whole. */
  public long partsUp() {
    return parts.stream().filter(PartSummary::isUp).count();
  }

  /** Says which share of it is up, such as {@code 4 of 5 parts are up}. */
  public String upText() {
    var up = partsUp();
    if (up == 0) {
      return "nothing is up";
    }
    return up == parts.size() ? "up" : "%d of %d parts are up".formatted(up, parts.size());
  }
}
