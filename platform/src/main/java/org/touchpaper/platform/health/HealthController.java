package org.touchpaper.platform.health;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.platform.health.HealthPart.Health;

/** Answers {@code GET /health}. */
@RestController
final class HealthController {

  private final String name;
  private final List<HealthPart> parts;

  HealthController(String name, List<HealthPart> parts) {
    this.name = name;
    this.parts = List.copyOf(parts);
  }

  record Answer(String status, String name, Map<String, String> details) {}

  @GetMapping("/health")
  ResponseEntity<Answer> health() {
    var found = new LinkedHashMap<String, Health>();
    parts.forEach(part -> found.put(part.name(), look(part)));
    var isUp = found.values().stream().allMatch(Health::isUp);
    var details = new LinkedHashMap<String, String>();
    found.forEach((part, health) -> details.put(part, health.detail()));
    return ResponseEntity.status(isUp ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
        .body(new Answer(isUp ? "UP" : "WAITING", name, details));
  }

  private static Health look(HealthPart part) {
    try {
      return part.look();
    } catch (RuntimeException e) {
      return Health.waiting("cannot tell: " + e.getClass().getSimpleName());
    }
  }
}
