package org.touchpaper.platform.health;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.platform.health.HealthPart.Health;

/** Answers {@code GET /health}. */
@RestController
final class HealthController {

  private static final long PATIENCE_MILLIS = 1000;

  private final String name;
  private final List<Look> looks;

  HealthController(String name, List<HealthPart> parts) {
    this.name = name;
    this.looks = parts.stream().map(Look::new).toList();
  }

  record Answer(String status, String name, Map<String, String> details) {}

  @GetMapping("/health")
  ResponseEntity<Answer> health() {
    var seen = new LinkedHashMap<String, CompletableFuture<Health>>();
    looks.forEach(look -> seen.put(look.name(), look.within(PATIENCE_MILLIS)));
    var found = new LinkedHashMap<String, Health>();
    seen.forEach((part, health) -> found.put(part, health.join()));
    var isUp = found.values().stream().allMatch(Health::isUp);
    var details = new LinkedHashMap<String, String>();
    found.forEach((part, health) -> details.put(part, health.detail()));
    return ResponseEntity.status(isUp ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
        .body(new Answer(isUp ? "UP" : "DOWN", name, details));
  }
}
