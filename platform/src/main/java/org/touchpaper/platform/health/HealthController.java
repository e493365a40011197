package org.touchpaper.platform.health;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.platform.health.HealthCheck.Health;

/** Answers {@code GET /health}. */
@RestController
final class HealthController {

  private static final long CHECK_TIMEOUT_MILLIS = 1000;

  private final String name;
  private final List<CoalescedHealthCheck> checks;

  HealthController(String name, List<HealthCheck> checks) {
    this.name = name;
    this.checks = checks.stream().map(CoalescedHealthCheck::new).toList();
  }

  record HealthReport(String status, String name, Map<String, String> details) {}

  @GetMapping("/health")
  ResponseEntity<HealthReport> health() {
    var pending = new LinkedHashMap<String, CompletableFuture<Health>>();
    checks.forEach(check -> pending.put(check.name(), check.checkWithin(CHECK_TIMEOUT_MILLIS)));
    var results = new LinkedHashMap<String, Health>();
    pending.forEach((component, health) -> results.put(component, health.join()));
    var isUp = results.values().stream().allMatch(Health::isUp);
    var details = new LinkedHashMap<String, String>();
    results.forEach((component, health) -> details.put(component, health.detail()));
    return ResponseEntity.status(isUp ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
        .body(new HealthReport(isUp ? "UP" : "DOWN", name, details));
  }
}
