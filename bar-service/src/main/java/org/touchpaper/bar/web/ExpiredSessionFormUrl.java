package org.touchpaper.bar.web;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The page that shows again a form which was sent after the end of its session, with what was
 * typed: the path of a page, with the values as its query.
 */
final class ExpiredSessionFormUrl {

  /** Servers and browsers take a URL of 8 kB; the rest is left for the host and the headers. */
  private static final int MAX_LENGTH = 6000;

  /** What belongs to one submission only. */
  private static final Set<String> NOT_RESTORED =
      Set.of("_csrf", "key", "add", "remove", "use", "confirmed");

  /** Names of fields whose values are secrets, as a webhook's address is: no log may show them. */
  private static final Set<String> SECRETS = Set.of("url");

  /** Addresses of forms. The group is the address of the page. */
  private static final List<Pattern> ADDRESSES =
      Stream.of(
              "(/book)(?:/form|/check|/templates(?:/[^/]+/delete)?)?",
              "(/bookings/[^/]+)/change",
              "(/bookings/[^/]+/cancel)",
              "(/elements/[^/]+/restore)",
              "(/notifications)(?:/test-mail|/calendar(?:/revoke)?|/webhooks/[^/]+/[^/]+)?",
              "(/notifications/webhooks)",
              "(/security/cut)",
              "(/security/cuts/[^/]+)/lift",
              "(/timeline/change)")
          .map(Pattern::compile)
          .toList();

  private ExpiredSessionFormUrl() {}

  /** Returns the path and query of the page, or empty if there is none. */
  static String pathOf(HttpServletRequest submitted) {
    var address = submitted.getRequestURI().substring(submitted.getContextPath().length());
    return ADDRESSES.stream()
        .map(form -> form.matcher(address))
        .filter(Matcher::matches)
        .findFirst()
        .map(form -> withValues(form.group(1), submitted))
        .orElse("");
  }

  /** What is too long is left out, but not its name: the values of a row stay together. */
  private static String withValues(String page, HttpServletRequest submitted) {
    var url = new StringBuilder(page);
    submitted
        .getParameterMap()
        .forEach((name, texts) -> {
          for (var text : isOmitted(name) ? new String[0] : texts) {
            var start = (url.indexOf("?") < 0 ? "?" : "&") + encode(name) + "=";
            var value = encode(text);
            if (url.length() + start.length() <= MAX_LENGTH) {
              url.append(start);
              url.append(url.length() + value.length() <= MAX_LENGTH ? value : "");
            }
          }
        });
    return url.toString();
  }

  private static boolean isOmitted(String name) {
    return NOT_RESTORED.contains(name) || SECRETS.contains(name);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
