package org.touchpaper.bar.web.preference;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Keeps what is chosen at the top of a page in cookies, for a year, and returns to that page. */
@Controller
class PreferenceCookieController {

  @PostMapping("/preferences")
  String choose(
      @RequestParam(defaultValue = "") String zone,
      @RequestParam(defaultValue = "") String theme,
      @RequestParam(defaultValue = "/") String back,
      HttpServletRequest request,
      HttpServletResponse response) {
    var known = zone.isEmpty() || PreferenceCookieReader.parseZone(zone).isPresent();
    keep(PreferenceCookieReader.CHOSEN_ZONE, known ? zone : "", request, response);
    keep(PreferenceCookieReader.THEME, theme.matches("light|dark") ? theme : "", request, response);
    return "redirect:" + (isOfThisSite(back) ? back : "/");
  }

  /**
   * Not {@code //elsewhere.example} nor {@code /\elsewhere.example}, which browsers take for hosts.
   */
  private static boolean isOfThisSite(String path) {
    return path.matches("/([^/\\\\\\p{Cntrl}][^\\\\\\p{Cntrl}]*)?");
  }

  private static void keep(
      String name, String value, HttpServletRequest request, HttpServletResponse response) {
    response.addHeader(
        HttpHeaders.SET_COOKIE,
        ResponseCookie.from(name, URLEncoder.encode(value, StandardCharsets.UTF_8))
            .path("/")
            .maxAge(value.isEmpty() ? Duration.ZERO : Duration.ofDays(365))
            .sameSite("Lax")
            .secure(request.isSecure())
            .build()
            .toString());
  }
}
