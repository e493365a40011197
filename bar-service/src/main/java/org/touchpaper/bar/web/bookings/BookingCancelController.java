package org.touchpaper.bar.web.bookings;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.api.CurrentUserPermissionService;
import org.touchpaper.bar.api.EntityTagAdvice;
import org.touchpaper.bar.api.StandaloneLightpathChangeService;
import org.touchpaper.bar.coallocation.service.CancelResult;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.segment.connection.ConnectionId;

/** Cancels a booking, or tears it down, after a page has said what will happen. */
@Controller
class BookingCancelController {

  private static final String IN_PROGRESS = "Cancellation is in progress.";

  private final BookingReader reader;
  private final BookingViewMapper mapper;
  private final CoAllocationService coAllocations;
  private final LightpathService lightpaths;
  private final StandaloneLightpathChangeService standaloneChanges;
  private final CurrentUserPermissionService currentUserPermissionService;

  BookingCancelController(
      BookingReader reader,
      BookingViewMapper mapper,
      CoAllocationService coAllocations,
      LightpathService lightpaths,
      StandaloneLightpathChangeService standaloneChanges,
      CurrentUserPermissionService currentUserPermissionService) {
    this.reader = reader;
    this.mapper = mapper;
    this.coAllocations = coAllocations;
    this.lightpaths = lightpaths;
    this.standaloneChanges = standaloneChanges;
    this.currentUserPermissionService = currentUserPermissionService;
  }

  @GetMapping("/bookings/{id}/cancel")
  String confirm(@PathVariable UUID id, Authentication login, Model model) {
    var booking = reader.getOwn(id, login);
    if (mapper.cancelRefusal(booking).isPresent()) {
      return "redirect:/bookings/" + id;
    }
    model.addAttribute("booking", mapper.toView(booking, true));
    model.addAttribute("version", booking.tag());
    model.addAttribute("isOwn", login.getName().equals(booking.summary().owner()));
    model.addAttribute("who", login.getName());
    return "cancel";
  }

  /**
   * Cancels.
   *
   * @param version the entity tag of the booking that was confirmed; null for any
   * @param up whether the question said that something is up; if that is no longer so, it is asked
   *     again
   */
  @PostMapping("/bookings/{id}/cancel")
  String cancel(
      @PathVariable UUID id,
      @RequestParam(required = false) @Nullable String version,
      @RequestParam(required = false) @Nullable Boolean up,
      Authentication login,
      RedirectAttributes flash) {
    var booking = reader.getOwn(id, login);
    if (up != null && up != mapper.toView(booking, true).isUp()) {
      return "redirect:/bookings/" + id + "/cancel";
    }
    try {
      var problem =
          switch (booking) {
            case VisibleBooking.Together _ -> cancelTogether(id, version, login);
            case VisibleBooking.Alone alone -> cancelAlone(alone, version, login);
          };
      if (!problem.isEmpty()) {
        flash.addFlashAttribute("problem", problem);
      }
    } catch (ErrorResponseException e) {
      if (e.getStatusCode().value() != 412) {
        throw e;
      }
      flash.addFlashAttribute(
          "problem",
          "Not cancelled: the booking was changed meanwhile. See what is booked now, then try"
              + " again.");
    }
    return "redirect:/bookings/" + id;
  }

  private String cancelTogether(UUID id, @Nullable String version, Authentication login) {
    return switch (coAllocations.cancel(
        id, currentUserPermissionService.personOf(login), EntityTagAdvice.requireMatch(version))) {
      case CancelResult.Cancelled _ -> "";
      case CancelResult.Releasing _ -> IN_PROGRESS;
      case CancelResult.Refused(var reason) -> "Not cancelled: " + reason + ".";
      case CancelResult.NotStarted _ ->
          "Not cancelled: the acceptors did not accept the request (see the steps below). Try"
              + " again.";
    };
  }

  /** As over REST: an administrator ends another's lightpath by force. */
  private String cancelAlone(
      VisibleBooking.Alone alone, @Nullable String version, Authentication login) {
    var refusal = mapper.cancelRefusal(alone);
    if (refusal.isPresent()) {
      var isRepeat = alone.summary().state().isFinal();
      return isRepeat ? "" : "Not cancelled: " + refusal.get() + ".";
    }
    var person = currentUserPermissionService.personOf(login);
    var connection = new ConnectionId(alone.id());
    if (person.name().equals(alone.summary().owner())) {
      lightpaths.terminate(person, connection, standaloneChanges.requireMatch(version));
    } else {
      lightpaths.forceEnd(person, connection, standaloneChanges.requireMatch(version));
    }
    return reader.get(alone.id(), login) instanceof VisibleBooking.Alone after
            && after.isReleasing()
        ? IN_PROGRESS
        : "";
  }
}
