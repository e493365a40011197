package org.touchpaper.bar.web.bookings;

import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.touchpaper.bar.calendar.BookingCalendarWriter;
import org.touchpaper.bar.overview.PartSummary;

/** The page of one booking, and the booking for a calendar. */
@Controller
class BookingPageController {

  private final BookingReader reader;
  private final BookingPageRenderer page;
  private final Clock clock;

  BookingPageController(BookingReader reader, BookingPageRenderer page, Clock clock) {
    this.reader = reader;
    this.page = page;
    this.clock = clock;
  }

  /**
   * Shows a booking. The id of a lightpath that is a part of a co-allocation leads to that.
   *
   * @param typed values of the form that changes it, if that is to be shown again
   */
  @GetMapping("/bookings/{id}")
  String show(
      @PathVariable UUID id,
      @RequestParam Map<String, String> typed,
      Authentication login,
      Model model) {
    var found = reader.find(id, login);
    if (found.isEmpty()) {
      return reader
          .findWholeOf(id)
          .flatMap(whole -> reader.find(whole, login))
          .map(whole -> "redirect:/bookings/" + whole.id())
          .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }
    return typed.containsKey("version") // which the form always sends
        ? page.renderTyped(found.get(), typed, login, model)
        : page.render(found.get(), null, login, model);
  }

  /** The booking as an event (RFC 5545), to add it to a calendar. */
  @GetMapping("/bookings/{id}.ics")
  ResponseEntity<String> calendar(@PathVariable UUID id, Authentication login) {
    var booking = reader.get(id, login).summary();
    var schedule = booking.schedule();
    if (schedule == null) {
      throw new ResponseStatusException(HttpStatus.NOT_FOUND);
    }
    var details =
        Stream.concat(
                booking.parts().stream().map(PartSummary::text),
                Stream.ofNullable(booking.problem()).map(problem -> "Problem: " + problem))
            .collect(Collectors.joining("\n"));
    var entry =
        new BookingCalendarWriter.Entry(
            id,
            booking.version(),
            booking.state(),
            schedule,
            booking.createdAt(),
            booking.title(),
            details,
            urlOf(id));
    return ResponseEntity.ok()
        .contentType(MediaType.parseMediaType(BookingCalendarWriter.MEDIA_TYPE))
        .cacheControl(CacheControl.noStore().cachePrivate())
        .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"booking-" + id + ".ics\"")
        .body(BookingCalendarWriter.write("Touchpaper", List.of(entry), clock.instant()));
  }

  private static URI urlOf(UUID id) {
    return ServletUriComponentsBuilder.fromCurrentContextPath().path("/bookings/{id}").build(id);
  }
}
