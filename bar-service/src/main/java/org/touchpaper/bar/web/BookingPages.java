package org.touchpaper.bar.web;

import java.time.Clock;
import java.util.Arrays;
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
import org.touchpaper.bar.api.Persons;
import org.touchpaper.bar.coallocation.CancelAnswer;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocator;
import org.touchpaper.bar.reservation.Phase;

/** The list of co-allocations, and each in full. */
@Controller
class BookingPages {

  private static final int PAGE = 25;

  private final CoAllocator coAllocator;
  private final Persons persons;
  private final Clock clock;

  BookingPages(CoAllocator coAllocator, Persons persons, Clock clock) {
    this.coAllocator = coAllocator;
    this.persons = persons;
    this.clock = clock;
  }

  @GetMapping("/")
  String list(
      @RequestParam(required = false) @Nullable String state,
      @RequestParam(required = false) @Nullable UUID before,
      Authentication login,
      Model model) {
    var now = clock.instant();
    var owner = persons.ownerSeenBy(persons.of(login));
    var wanted = phase(state);
    var found = coAllocator.newest(owner, wanted, before, PAGE + 1);
    var rows = found.stream().limit(PAGE).map(each -> Shown.row(each, now)).toList();
    var up = coAllocator.upNow(owner).stream().map(each -> Shown.row(each, now)).toList();
    var next = found.size() > PAGE ? rows.getLast().id() : "";
    var states = Arrays.stream(Phase.values()).map(Phase::name).toList();
    model.addAttribute(
        "page",
        new ListPage(up, rows, states, wanted == null ? "" : wanted.name(), before != null, next));
    model.addAttribute("here", here(wanted, before));
    model.addAttribute("who", login.getName());
    return "list";
  }

  private static @Nullable Phase phase(@Nullable String state) {
    return Arrays.stream(Phase.values())
        .filter(phase -> phase.name().equals(state))
        .findFirst()
        .orElse(null);
  }

  private static String here(@Nullable Phase state, @Nullable UUID before) {
    var here = UriComponentsBuilder.fromPath("/");
    if (state != null) {
      here.queryParam("state", state);
    }
    if (before != null) {
      here.queryParam("before", before);
    }
    return here.toUriString();
  }

  @GetMapping("/bookings/{id}")
  String show(@PathVariable UUID id, Authentication login, Model model) {
    var booking = seen(id, login);
    model.addAttribute(
        "booking",
        Shown.page(
            booking,
            coAllocator.history(booking),
            mayCancel(booking, login)
                ? booking.cancelRefusal(clock.instant()).orElse(null)
                : "only its owner or an admin cancels it"));
    model.addAttribute(
        "change",
        ChangePages.form(
            booking,
            mayCancel(booking, login)
                ? booking.changeRefusal(clock.instant()).orElse(null)
                : "only its owner or an admin changes it",
            clock));
    if (!model.containsAttribute("problem")) {
      model.addAttribute("problem", booking.problem().orElse(null));
    }
    model.addAttribute("who", login.getName());
    return "detail";
  }

  @PostMapping("/bookings/{id}/cancel")
  String cancel(@PathVariable UUID id, Authentication login, RedirectAttributes flash) {
    if (!mayCancel(seen(id, login), login)) {
      throw new ResponseStatusException(HttpStatus.FORBIDDEN);
    }
    var problem =
        switch (coAllocator.cancel(id, persons.of(login))) {
          case CancelAnswer.Cancelled _ -> "";
          case CancelAnswer.Undecided _ -> "It is being cancelled, and not decided yet.";
          case CancelAnswer.Refused(var why) -> "Not cancelled: " + why + ".";
          case CancelAnswer.Overtaken it -> "Not cancelled: " + it.why() + ".";
          case CancelAnswer.NotStarted _ ->
              "Not cancelled: no majority of the acceptors took that up, as its history says. Try again.";
        };
    if (!problem.isEmpty()) {
      flash.addFlashAttribute("problem", problem);
    }
    return "redirect:/bookings/" + id;
  }

  private boolean mayCancel(CoAllocation booking, Authentication login) {
    return persons.mayChange(persons.of(login), booking.owner().name());
  }

  private CoAllocation seen(UUID id, Authentication login) {
    var person = persons.of(login);
    return coAllocator
        .find(id)
        .filter(booking -> persons.sees(person, booking.owner().name()))
        .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
  }
}
