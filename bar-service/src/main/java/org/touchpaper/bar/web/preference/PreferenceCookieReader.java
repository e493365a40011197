package org.touchpaper.bar.web.preference;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.util.WebUtils;

/** Reads the time zone and the colours of who asks for a page from the request's cookies. */
@Component("preferences")
public final class PreferenceCookieReader {

  /** The zone that the browser's own settings name; live.js sets it. */
  static final String BROWSER_ZONE = "browser-zone";

  static final String CHOSEN_ZONE = "zone";
  static final String THEME = "theme";

  /** The page that has a form, at the beginning of the form's action. */
  private static final Pattern PAGE = Pattern.compile("^/(?:bookings/|elements/)?[^/]+");

  private static final List<String> ZONES =
      ZoneId.getAvailableZoneIds().stream()
          .filter(
              id -> id.matches("(Africa|America|Asia|Atlantic|Australia|Europe|Indian|Pacific)/.+"))
          .sorted()
          .toList();

  /** The chosen zone, else the browser's, else UTC. */
  public ZoneId zone() {
    return parseZone(chosenZone()).or(() -> parseZone(cookie(BROWSER_ZONE))).orElse(ZoneOffset.UTC);
  }

  /** The chosen zone's name, or empty for the browser's. */
  public String chosenZone() {
    return cookie(CHOSEN_ZONE);
  }

  /** The zones to choose from, without UTC. */
  public List<String> zones() {
    return ZONES;
  }

  /** {@code light}, {@code dark}, or empty for as the browser prefers. */
  public String theme() {
    return switch (cookie(THEME)) {
      case "light" -> "light";
      case "dark" -> "dark";
      default -> "";
    };
  }

  /** The content of the meta tag {@code color-scheme} (CSS Color Adjustment). */
  public String colorScheme() {
    return theme().isEmpty() ? "light dark" : theme();
  }

  /** The path and query of a page that shows what is shown, to come back to. */
  public String here() {
    var request = request();
    if (request == null || request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) != null) {
      return "/";
    }
    if (!request.getMethod().equals(HttpMethod.GET.name())) {
      return pageOf(request.getRequestURI());
    }
    var query = request.getQueryString();
    return request.getRequestURI() + (query == null ? "" : "?" + query);
  }

  /** The page of a form that was sent, such as {@code /book} for {@code /book/check}. */
  private static String pageOf(String action) {
    return PAGE.matcher(action).results().findFirst().map(MatchResult::group).orElse("/");
  }

  /** The zone with a name that Java knows and whose offset is not merely a number. */
  static Optional<ZoneId> parseZone(String name) {
    try {
      return switch (name) {
        case "" -> Optional.empty();
        case "UTC", "Etc/UTC", "Z" -> Optional.of(ZoneOffset.UTC);
        default -> Optional.of(ZoneId.of(name));
      };
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  private static String cookie(String name) {
    var request = request();
    var cookie = request == null ? null : WebUtils.getCookie(request, name);
    try {
      return cookie == null ? "" : URLDecoder.decode(cookie.getValue(), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      return "";
    }
  }

  private static @Nullable HttpServletRequest request() {
    return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes current
        ? current.getRequest()
        : null;
  }
}
