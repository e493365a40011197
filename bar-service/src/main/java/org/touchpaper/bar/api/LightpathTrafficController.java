package org.touchpaper.bar.api;

import java.time.Clock;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.bar.traffic.LightpathTraffic;
import org.touchpaper.bar.traffic.LightpathTrafficReader;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.traffic.TrafficQueryPeriod;

/** Serves the measured traffic of a lightpath. */
@RestController
class LightpathTrafficController {

  private final LightpathTrafficReader reader;
  private final CurrentUserPermissionService currentUserPermissionService;
  private final Clock clock;

  LightpathTrafficController(
      LightpathTrafficReader reader,
      CurrentUserPermissionService currentUserPermissionService,
      Clock clock) {
    this.reader = reader;
    this.currentUserPermissionService = currentUserPermissionService;
    this.clock = clock;
  }

  @GetMapping(
      path = "/api/v1/reservations/{connectionId}/traffic",
      produces = MediaType.APPLICATION_JSON_VALUE)
  LightpathTraffic show(
      @PathVariable UUID connectionId,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      Authentication login) {
    var person = currentUserPermissionService.personOf(login);
    var id = new ConnectionId(connectionId);
    var period = TrafficQueryPeriod.of(from, to, clock.instant());
    return reader
        .find(id, period, owner -> currentUserPermissionService.canSee(person, owner))
        .orElseThrow(() -> ApiProblems.notFound("reservation", id));
  }
}
