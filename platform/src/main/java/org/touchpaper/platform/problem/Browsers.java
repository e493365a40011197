package org.touchpaper.platform.problem;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Tells a person who looks at pages from a program, which is answered in problems. */
public final class Browsers {

  private Browsers() {}

  /** True if a page is wanted; nothing below {@code /api} is one. */
  public static boolean wantAPage(HttpServletRequest request) {
    return !path(request).startsWith("/api/")
        && !isFragment(request)
        && wantNothingMoreThanHtml(request.getHeader(HttpHeaders.ACCEPT));
  }

  /** RFC 9110 section 12.5.1; of what is wanted as much, what is named first. */
  private static boolean wantNothingMoreThanHtml(@Nullable String accept) {
    try {
      return MediaType.parseMediaTypes(accept).stream()
          .max(Comparator.comparingDouble(MediaType::getQualityValue))
          .filter(MediaType.TEXT_HTML::equalsTypeAndSubtype)
          .isPresent();
    } catch (InvalidMediaTypeException e) {
      return false;
    }
  }

  /** True if a page asks for a part of itself. */
  private static boolean isFragment(HttpServletRequest request) {
    return request.getHeader("HX-Request") != null;
  }

  /**
   * True if a script of a page asks. A challenge for HTTP Basic would have the browser ask for a
   * password in a window of its own (Fetch Metadata section 2.2 tells scripts apart).
   */
  public static boolean runScript(HttpServletRequest request) {
    var mode = request.getHeader("Sec-Fetch-Mode");
    return isFragment(request) || (mode != null && !mode.equals("navigate"));
  }

  /**
   * True if a page of somebody else's made the browser ask; a browser sends a password that it
   * remembers with such a request, too (Fetch Metadata section 2.3).
   */
  public static boolean wereSentFromElsewhere(HttpServletRequest request) {
    return switch (request.getHeader("Sec-Fetch-Site")) {
      case null -> false; // no browser of these years
      case "same-origin", "none" -> false;
      default -> true;
    };
  }

  /** What was asked for first, where an error is answered under another path. */
  private static String path(HttpServletRequest request) {
    var first = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
    return first == null ? request.getRequestURI() : first.toString();
  }
}
