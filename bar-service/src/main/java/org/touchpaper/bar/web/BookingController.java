package org.touchpaper.bar.web;

import java.time.Clock;
import java.util.Arrays;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.springframework.web.util.UriComponentsBuilder;
import org.touchpaper.bar.api.CurrentUser;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.service.CancelResult;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.endhost.EndpointsReader;
import org.touchpaper.bar.listing.BookingQuery;
import org.touchpaper.bar.listing.BookingSort;
import org.touchpaper.bar.reservation.BookingPhase;

/** The pages for the list of bookings and for a single booking. */
@Controller
class BookingController {

  private static final int PAGE_SIZE = 25;

  private final CoAllocationService service;
  private final EndpointsReader endpointsReader;
  private final CurrentUser currentUser;
  private final Clock clock;

  BookingController(
      CoAllocationService service,
      EndpointsReader endpointsReader,
      CurrentUser currentUser,
      Clock clock) {
    this.service = service;
    this.endpointsReader = endpointsReader;
    this.currentUser = currentUser;
    this.clock = clock;
  }

  @GetMapping("/")
  String list(
      @RequestParam(required = false) @Nullable String state,
      @RequestParam(required = false) @Nullable String cursor,
      Authentication login,
      Model model) {
    var now = clock.instant();
    var owner = currentUser.ownerFilterFor(currentUser.personOf(login));
    var phase = parsePhase(state);
    var found =
        service.list(
            new BookingQuery(
                owner,
                null,
                phase == null ? Set.of() : Set.of(phase),
                null,
                null,
                null,
                null,
                BookingSort.NEWEST,
                cursor,
                PAGE_SIZE,
                false));
    var items =
        found.items().stream().map(booking -> BookingViewMapper.toListItem(booking, now)).toList();
    var activeItems =
        service.listActive(owner).stream()
            .map(booking -> BookingViewMapper.toListItem(booking, now))
            .toList();
    var next = found.next() == null ? "" : found.next();
    var states = Arrays.stream(BookingPhase.values()).map(BookingPhase::name).toList();
    model.addAttribute(
        "page",
        new BookingListView(
            activeItems, items, states, phase == null ? "" : phase.name(), cursor != null, next));
    model.addAttribute("here", currentUrl(phase, cursor));
    model.addAttribute("who", login.getName());
    return "list";
  }

  private static @Nullable BookingPhase parsePhase(@Nullable String state) {
    return Arrays.stream(BookingPhase.values())
        .filter(phase -> phase.name().equals(state))
        .findFirst()
        .orElse(null);
  }

  private static String currentUrl(@Nullable BookingPhase state, @Nullable String cursor) {
    var url = UriComponentsBuilder.fromPath("/");
    if (state != null) {
      url.queryParam("state", state);
    }
    if (cursor != null) {
      url.queryParam("cursor", cursor);
    }
    return url.toUriString();
  }

  @GetMapping("/bookings/{id}")
  String show(@PathVariable UUID id, Authentication login, Model model) {
    var booking = getVisible(id, login);
    model.addAttribute(
        "booking",
        BookingViewMapper.toView(
            booking,
            service.listHistory(booking),
            endpointsReader,
            canModify(booking, login)
                ? booking.cancelRefusal(clock.instant()).orElse(null)
                : "only the owner or an administrator can cancel this booking"));
    model.addAttribute(
        "change",
        ModifyFormController.form(
            booking,
            canModify(booking, login)
                ? booking.modificationRefusal(clock.instant()).orElse(null)
                : "only the owner or an administrator can change this booking",
            clock));
    if (!model.containsAttribute("problem")) {
      model.addAttribute("problem", booking.problem().orElse(null));
    }
    model.addAttribute("who", login.getName());
    return "detail";
  }

  @PostMapping("/bookings/{id}/cancel")
  String cancel(@PathVariable UUID id, Authentication login, RedirectAttributes flash) {
    if (!canModify(getVisible(id, login), login)) {
      throw new ResponseStatusException(HttpStatus.FORBIDDEN);
    }
    var problem =
        switch (service.cancel(id, currentUser.personOf(login))) {
          case CancelResult.Cancelled _ -> "";
          case CancelResult.Releasing _ -> "Cancellation is in progress.";
          case CancelResult.Refused(var reason) -> "Not cancelled: " + reason + ".";
          case CancelResult.NotStarted _ ->
              "Not cancelled: the acceptors did not accept the request (see History). Try again.";
        };
    if (!problem.isEmpty()) {
      flash.addFlashAttribute("problem", problem);
    }
    return "redirect:/bookings/" + id;
  }

  private boolean canModify(CoAllocation booking, Authentication login) {
    return currentUser.canModify(currentUser.personOf(login), booking.owner().name());
  }

  private CoAllocation getVisible(UUID id, Authentication login) {
    var person = currentUser.personOf(login);
    return service
        .find(id)
        .filter(booking -> currentUser.canSee(person, booking.owner().name()))
        .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
  }
}
