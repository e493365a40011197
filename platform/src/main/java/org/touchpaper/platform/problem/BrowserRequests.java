package org.touchpaper.platform.problem;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Distinguishes browsers, which get pages, from programs, which get problems (RFC 9457). */
public final class BrowserRequests {

  private BrowserRequests() {}

  /** True if the client prefers a page; nothing below {@code /api} or {@code /iri} is one. */
  public static boolean wantsPage(HttpServletRequest request) {
    return !originalPath(request).matches("/(api|iri)/.*")
        && !isFragment(request)
        && prefersHtml(request.getHeader(HttpHeaders.ACCEPT));
  }

  /** RFC 9110 section 12.5.1; of equal preferences the first counts. */
  private static boolean prefersHtml(@Nullable String accept) {
    try {
      return MediaType.parseMediaTypes(accept).stream()
          .max(Comparator.comparingDouble(MediaType::getQualityValue))
          .filter(MediaType.TEXT_HTML::equalsTypeAndSubtype)
          .isPresent();
    } catch (InvalidMediaTypeException e) {
      return false;
    }
  }

  /** True if a page requests a fragment of itself. */
  private static boolean isFragment(HttpServletRequest request) {
    return request.getHeader("HX-Request") != null;
  }

  /**
   * True if a script of a page sends the request. A challenge for HTTP Basic would open the
   * browser's password dialog (Fetch Metadata section 2.2 identifies scripts).
   */
  public static boolean isScript(HttpServletRequest request) {
    var mode = request.getHeader("Sec-Fetch-Mode");
    return isFragment(request) || (mode != null && !mode.equals("navigate"));
  }

  /**
   * True if a page of another site sends the request; a browser adds a stored password to such a
   * request, too (Fetch Metadata section 2.3).
   */
  public static boolean isCrossSite(HttpServletRequest request) {
    return switch (request.getHeader("Sec-Fetch-Site")) {
      case null -> false; // not a current browser
      case "same-origin", "none" -> false;
      default -> true;
    };
  }

  /** The path of the original request, also in an error dispatch. */
  private static String originalPath(HttpServletRequest request) {
    var first = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
    return first == null ? request.getRequestURI() : first.toString();
  }
}
