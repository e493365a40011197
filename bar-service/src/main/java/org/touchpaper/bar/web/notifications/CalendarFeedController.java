package org.touchpaper.bar.web.notifications;

import java.time.Duration;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.touchpaper.bar.aggregator.BrokerIdentity;
import org.touchpaper.bar.calendar.CalendarFeedService;

/** A user's bookings as a calendar (RFC 5545) at a secret address, and the forms for it. */
@Controller
class CalendarFeedController {

  private static final String PATH = NotificationController.PATH + "/calendar";
  private static final String BACK = "redirect:" + NotificationController.PATH + "#calendar";
  private static final MediaType CALENDAR = MediaType.parseMediaType("text/calendar;charset=utf-8");

  private final CalendarFeedService service;
  private final BrokerIdentity identity;

  CalendarFeedController(CalendarFeedService service, BrokerIdentity identity) {
    this.service = service;
    this.identity = identity;
  }

  /** Needs no login: the address is the secret. */
  @GetMapping("/calendar/{secret}.ics")
  ResponseEntity<String> read(@PathVariable String secret) {
    return switch (service.read(secret)) {
      case CalendarFeedService.ReadResult.Found(var text) ->
          ResponseEntity.ok()
              .contentType(CALENDAR)
              .cacheControl(CacheControl.maxAge(Duration.ofMinutes(5)).cachePrivate())
              .body(text);
      case CalendarFeedService.ReadResult.Unknown _ ->
          ResponseEntity.status(HttpStatus.NOT_FOUND).build();
      case CalendarFeedService.ReadResult.TooMany(var retryAfter) ->
          ResponseEntity.status(HttpStatus.TOO_MANY_REQUESTS)
              .header(HttpHeaders.RETRY_AFTER, Long.toString(retryAfter.toSeconds() + 1))
              .build();
    };
  }

  /** Makes a new address, which is shown once; an earlier one is no longer valid. */
  @PostMapping(PATH)
  String renew(Authentication login, RedirectAttributes flash) {
    var base = identity.url().toString().replaceAll("/+$", "");
    flash.addFlashAttribute(
        "feedUrl", base + "/calendar/" + service.renew(login.getName()) + ".ics");
    return BACK;
  }

  @PostMapping(PATH + "/revoke")
  String revoke(Authentication login, RedirectAttributes flash) {
    service.revoke(login.getName());
    flash.addFlashAttribute("done", "The calendar's address is no longer valid.");
    return BACK;
  }
}
