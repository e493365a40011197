package org.touchpaper.bar.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.bar.event.EventType;
import org.touchpaper.bar.webhook.Webhook;
import org.touchpaper.bar.webhook.WebhookService;
import org.touchpaper.platform.problem.InvalidRequestException;

/** A user's own webhooks. */
@RestController
@RequestMapping(path = "/api/v1/webhooks", produces = MediaType.APPLICATION_JSON_VALUE)
class WebhookController {

  private final WebhookService service;

  WebhookController(WebhookService service) {
    this.service = service;
  }

  /** Body of POST. */
  @JsonIgnoreProperties(ignoreUnknown = false)
  record WebhookPost(
      @Nullable String url, @Nullable List<String> types, @Nullable UUID bookingId) {}

  /** Body of PATCH. */
  @JsonIgnoreProperties(ignoreUnknown = false)
  record WebhookPatch(Webhook.@Nullable State state) {}

  /** A webhook; its secret only when it is created. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record WebhookView(
      UUID id,
      URI url,
      List<String> types,
      @Nullable UUID bookingId,
      Instant createdAt,
      Webhook.State state,
      int failures,
      @Nullable String lastFailure,
      @Nullable Instant failingSince,
      @Nullable Instant retryAt,
      @Nullable Instant lastDeliveryAt,
      @Nullable String secret) {

    static WebhookView of(Webhook webhook) {
      return of(webhook, null);
    }

    static WebhookView of(Webhook webhook, @Nullable String secret) {
      return new WebhookView(
          webhook.id(),
          webhook.url(),
          webhook.types().stream().map(EventType::text).sorted().toList(),
          webhook.booking(),
          webhook.createdAt(),
          webhook.state(),
          webhook.failures(),
          webhook.lastFailure(),
          webhook.failingSince(),
          webhook.retryAt(),
          webhook.lastDeliveryAt(),
          secret);
    }

    /** Without the secret. */
    @Override
    public String toString() {
      return "WebhookView[" + id + "]";
    }
  }

  record WebhookList(List<WebhookView> items) {}

  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<WebhookView> create(@RequestBody WebhookPost body, Authentication login) {
    var types =
        Optional.ofNullable(body.types()).orElse(List.of()).stream()
            .map(EventStreamController::parseType)
            .collect(Collectors.toSet());
    return switch (service.create(login.getName(), parseUrl(body.url()), types, body.bookingId())) {
      case WebhookService.CreateResult.Created(var webhook) ->
          ResponseEntity.created(URI.create("/api/v1/webhooks/" + webhook.id()))
              .body(WebhookView.of(webhook, webhook.secret()));
      case WebhookService.CreateResult.BadUrl(var reason) ->
          throw InvalidRequestException.unprocessable("url", "public-address", reason);
      case WebhookService.CreateResult.TooMany(var limit) ->
          throw InvalidRequestException.unprocessable(
              "",
              "few-webhooks",
              "you have %d webhooks, and no more are allowed; remove one".formatted(limit));
    };
  }

  private static URI parseUrl(@Nullable String text) {
    if (text == null) {
      throw InvalidRequestException.malformed("url", "required", "url is missing");
    }
    try {
      return URI.create(text);
    } catch (IllegalArgumentException _) {
      throw InvalidRequestException.malformed("url", "url", "url is not a URL");
    }
  }

  @GetMapping
  WebhookList list(Authentication login) {
    return new WebhookList(service.list(login.getName()).stream().map(WebhookView::of).toList());
  }

  @GetMapping("/{webhookId}")
  WebhookView show(@PathVariable UUID webhookId, Authentication login) {
    return found(webhookId, service.find(login.getName(), webhookId));
  }

  /** Pauses or resumes it. */
  @PatchMapping(path = "/{webhookId}", consumes = MediaType.APPLICATION_JSON_VALUE)
  WebhookView change(
      @PathVariable UUID webhookId, @RequestBody WebhookPatch body, Authentication login) {
    if (body.state() == null) {
      throw InvalidRequestException.malformed("state", "required", "state is missing");
    }
    return found(webhookId, service.become(login.getName(), webhookId, body.state()));
  }

  /** Returns it as it was. */
  @DeleteMapping("/{webhookId}")
  WebhookView delete(@PathVariable UUID webhookId, Authentication login) {
    return found(webhookId, service.delete(login.getName(), webhookId));
  }

  private static WebhookView found(UUID id, Optional<Webhook> webhook) {
    return webhook.map(WebhookView::of).orElseThrow(() -> ApiProblems.notFound("webhook", id));
  }
}
