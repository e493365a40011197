package org.touchpaper.bar.web.notifications;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.touchpaper.bar.notification.NotificationKind;
import org.touchpaper.bar.webhook.Webhook;
import org.touchpaper.bar.webhook.WebhookService;

/** The forms for webhooks on the page of notifications. */
@Controller
class WebhookFormController {

  private static final String PATH = NotificationController.PATH + "/webhooks";
  private static final String BACK = "redirect:" + NotificationController.PATH + "#webhooks";

  private final WebhookService service;

  WebhookFormController(WebhookService service) {
    this.service = service;
  }

  /** Adds a webhook for the chosen kinds, or for all events; its secret is shown once. */
  @PostMapping(PATH)
  String add(
      @RequestParam(defaultValue = "") String url,
      @RequestParam(name = "kind", defaultValue = "") List<String> kinds,
      Authentication login,
      RedirectAttributes flash) {
    var types =
        Arrays.stream(NotificationKind.values())
            .filter(kind -> kinds.contains(kind.name()))
            .flatMap(kind -> kind.eventTypes().stream())
            .collect(Collectors.toSet());
    var result =
        parse(url.strip()).map(address -> service.create(login.getName(), address, types, null));
    if (result.isEmpty()) {
      return refuse(flash, url, kinds, "Enter a URL, such as https://example.org/hook.");
    }
    return switch (result.get()) {
      case WebhookService.CreateResult.Created(var webhook) -> {
        flash.addFlashAttribute("secret", webhook.secret());
        flash.addFlashAttribute("secretOf", webhook.url().toString());
        yield BACK;
      }
      case WebhookService.CreateResult.BadUrl(var reason) ->
          refuse(flash, url, kinds, reason + ".");
      case WebhookService.CreateResult.TooMany(var limit) ->
          refuse(
              flash,
              url,
              kinds,
              "You have " + limit + " webhooks, the most allowed. Delete one first.");
    };
  }

  private static String refuse(
      RedirectAttributes flash, String url, List<String> kinds, String reason) {
    flash.addFlashAttribute("url", url);
    flash.addFlashAttribute(NotificationController.WEBHOOK_KINDS, Set.copyOf(kinds));
    flash.addFlashAttribute("urlError", reason);
    return BACK;
  }

  private static Optional<URI> parse(String url) {
    try {
      return url.isEmpty() ? Optional.empty() : Optional.of(URI.create(url));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  @PostMapping(PATH + "/{id}/test")
  String test(@PathVariable UUID id, Authentication login, RedirectAttributes flash) {
    var result = service.test(login.getName(), id).orElseThrow(WebhookFormController::notFound);
    switch (result) {
      case WebhookService.TestResult.Delivered _ ->
          flash.addFlashAttribute("done", "The receiver accepted the test event.");
      case WebhookService.TestResult.Failed(var reason) ->
          flash.addFlashAttribute("failed", "The test event was not delivered: " + reason + ".");
    }
    return BACK;
  }

  @PostMapping(PATH + "/{id}/pause")
  String pause(@PathVariable UUID id, Authentication login) {
    return become(id, login, Webhook.State.PAUSED);
  }

  @PostMapping(PATH + "/{id}/resume")
  String resume(@PathVariable UUID id, Authentication login) {
    return become(id, login, Webhook.State.ACTIVE);
  }

  private String become(UUID id, Authentication login, Webhook.State state) {
    var _ = service.become(login.getName(), id, state).orElseThrow(WebhookFormController::notFound);
    return BACK;
  }

  /** Also if it is gone already: a form may be sent twice. */
  @PostMapping(PATH + "/{id}/delete")
  String delete(@PathVariable UUID id, Authentication login, RedirectAttributes flash) {
    service
        .delete(login.getName(), id)
        .ifPresent(_ -> flash.addFlashAttribute("done", "The webhook is deleted."));
    return BACK;
  }

  private static ResponseStatusException notFound() {
    return new ResponseStatusException(HttpStatus.NOT_FOUND);
  }
}
