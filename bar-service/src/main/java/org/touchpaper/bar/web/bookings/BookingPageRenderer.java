package org.touchpaper.bar.web.bookings;

import java.time.Clock;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.touchpaper.bar.overview.BookingSummary;
import org.touchpaper.bar.overview.PartSummary;

/** Fills the model of a booking's page. */
@Component
record BookingPageRenderer(
    BookingReader reader, BookingViewMapper mapper, ModifyForms forms, Clock clock) {

  /** Shows a booking with its form as it was typed before a login; nothing is changed yet. */
  String renderTyped(
      VisibleBooking booking, Map<String, String> typed, Authentication login, Model model) {
    var current = forms.of(booking, reader.canModify(booking, login));
    var form = ModifyForms.submitted(current, typed);
    return render(
        booking,
        form.answered(
            current.key(),
            typed.getOrDefault("version", current.version()),
            "Not changed yet: check these values, then save them.",
            Map.of()),
        login,
        model);
  }

  /**
   * Shows a booking.
   *
   * @param submitted the form that was refused, with what was typed; null for the current values
   */
  String render(
      VisibleBooking booking, @Nullable ModifyForm submitted, Authentication login, Model model) {
    var canModify = reader.canModify(booking, login);
    model.addAttribute("booking", mapper.toView(booking, canModify));
    model.addAttribute("change", submitted == null ? forms.of(booking, canModify) : submitted);
    if (!model.containsAttribute("problem")) {
      model.addAttribute("problem", booking.summary().problem());
    }
    model.addAttribute("hasTraffic", hasTraffic(booking.summary()));
    model.addAttribute(
        "address",
        ServletUriComponentsBuilder.fromCurrentContextPath()
            .path("/bookings/{id}")
            .build(booking.id())
            .toString());
    model.addAttribute("who", login.getName());
    return "detail";
  }

  /** Whether it has a lightpath that may carry traffic, or may have. */
  private boolean hasTraffic(BookingSummary booking) {
    var schedule = booking.schedule();
    return schedule != null
        && schedule.startTime().isBefore(clock.instant())
        && booking.parts().stream().anyMatch(PartSummary::isLightpath);
  }
}
