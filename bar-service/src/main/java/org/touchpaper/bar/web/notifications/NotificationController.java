package org.touchpaper.bar.web.notifications;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.touchpaper.bar.api.CurrentUserPermissionService;
import org.touchpaper.bar.calendar.CalendarFeedService;
import org.touchpaper.bar.notification.NotificationKind;
import org.touchpaper.bar.notification.NotificationPreferenceService;
import org.touchpaper.bar.notification.NotificationPreferences;
import org.touchpaper.bar.webhook.WebhookService;

/** The page of a user's notifications, and its form for mail. */
@Controller
class NotificationController {

  static final String PATH = "/notifications";

  /** The kinds that are chosen in the form for a webhook. */
  static final String WEBHOOK_KINDS = "webhookKinds";

  private final NotificationPreferenceService service;
  private final WebhookService webhooks;
  private final CalendarFeedService calendar;
  private final CurrentUserPermissionService currentUserPermissionService;

  NotificationController(
      NotificationPreferenceService service,
      WebhookService webhooks,
      CalendarFeedService calendar,
      CurrentUserPermissionService currentUserPermissionService) {
    this.service = service;
    this.webhooks = webhooks;
    this.calendar = calendar;
    this.currentUserPermissionService = currentUserPermissionService;
  }

  /**
   * Shows what is stored, or the form for mail as it was typed before a login.
   *
   * @param minutesBefore what was typed; null for what is stored
   */
  @GetMapping(PATH)
  String show(
      @RequestParam(defaultValue = "") String address,
      @RequestParam(required = false) @Nullable String minutesBefore,
      @RequestParam(name = "kind", defaultValue = "") List<String> kinds,
      @RequestParam(defaultValue = "false") boolean allBookings,
      Authentication login,
      Model model) {
    return show(
        minutesBefore == null
            ? MailForm.of(service.get(login.getName()))
            : new MailForm(address, Set.copyOf(kinds), minutesBefore, allBookings, Map.of()),
        login,
        model);
  }

  /** Shows the page with the form for a webhook as it was typed before a login. */
  @GetMapping(PATH + "/webhooks")
  String showWebhook(
      @RequestParam(defaultValue = "") String url,
      @RequestParam(name = "kind", defaultValue = "") List<String> kinds,
      Authentication login,
      Model model) {
    model.addAttribute("url", url);
    model.addAttribute(WEBHOOK_KINDS, Set.copyOf(kinds));
    return show(MailForm.of(service.get(login.getName())), login, model);
  }

  private String show(MailForm form, Authentication login, Model model) {
    var user = login.getName();
    model.addAttribute("mail", form);
    model.addAttribute("sendsMail", service.sendsMail());
    model.addAttribute(
        "seesAll",
        currentUserPermissionService.canSee(currentUserPermissionService.personOf(login), ""));
    model.addAttribute("kinds", NotificationOption.listAll());
    model.addAttribute("mails", service.listMails(user).stream().map(MailStatusRow::of).toList());
    model.addAttribute("webhooks", webhooks.list(user).stream().map(WebhookRow::of).toList());
    model.addAttribute("feed", calendar.find(user).orElse(null));
    if (!model.containsAttribute("url")) {
      model.addAttribute("url", "");
    }
    if (!model.containsAttribute(WEBHOOK_KINDS)) {
      model.addAttribute(WEBHOOK_KINDS, Set.of());
    }
    return "notifications";
  }

  @PostMapping(PATH)
  String save(
      @RequestParam(defaultValue = "") String address,
      @RequestParam(defaultValue = "") String minutesBefore,
      @RequestParam(name = "kind", defaultValue = "") List<String> kinds,
      @RequestParam(defaultValue = "false") boolean allBookings,
      Authentication login,
      Model model,
      RedirectAttributes flash) {
    var typed = new MailForm(address, Set.copyOf(kinds), minutesBefore, allBookings, Map.of());
    return switch (service.save(settings(typed, login.getName()))) {
      case NotificationPreferenceService.SaveResult.Saved _ -> {
        flash.addFlashAttribute("done", "Saved.");
        yield "redirect:" + PATH;
      }
      case NotificationPreferenceService.SaveResult.Refused(var field, var reason) ->
          show(typed.withError(field, reason), login, model);
    };
  }

  /** What is not a number is out of the permitted range. */
  private static NotificationPreferences settings(MailForm form, String user) {
    var address = form.address().strip();
    var minutes = form.minutesBefore().strip();
    return new NotificationPreferences(
        user,
        address.isEmpty() ? null : address,
        EnumSet.allOf(NotificationKind.class).stream()
            .filter(kind -> form.kinds().contains(kind.name()))
            .collect(Collectors.toSet()),
        minutes.matches("\\d{1,6}") ? Integer.parseInt(minutes) : 0,
        form.allBookings());
  }

  @PostMapping(PATH + "/test-mail")
  String sendTestMail(Authentication login, RedirectAttributes flash) {
    if (service.queueTestMail(login.getName())) {
      flash.addFlashAttribute(
          "done", "A test mail is on its way. Reload this page to see what became of it.");
    } else {
      flash.addFlashAttribute(
          "failed",
          "No test mail was sent: save an address first, and wait after five in an hour.");
    }
    return "redirect:" + PATH;
  }

  /** What the form for mail shows: what is stored, or what was typed and is wrong. */
  record MailForm(
      String address,
      Set<String> kinds,
      String minutesBefore,
      boolean allBookings,
      Map<String, String> errors) {

    static MailForm of(NotificationPreferences settings) {
      return new MailForm(
          Optional.ofNullable(settings.address()).orElse(""),
          settings.kinds().stream().map(Enum::name).collect(Collectors.toSet()),
          String.valueOf(settings.minutesBefore()),
          settings.allBookings(),
          Map.of());
    }

    MailForm withError(String field, String reason) {
      return new MailForm(address, kinds, minutesBefore, allBookings, Map.of(field, reason));
    }

    public @Nullable String error(String field) {
      return errors.get(field);
    }
  }
}
