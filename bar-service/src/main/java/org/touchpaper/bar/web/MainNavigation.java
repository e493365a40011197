package org.touchpaper.bar.web;

import jakarta.servlet.RequestDispatcher;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.access.WebInvocationPrivilegeEvaluator;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * The links at the top of each page: those whose page exists and which the person may open, as the
 * access rules say ({@link BrokerSecurityConfiguration}). Templates use it as {@code
 * mainNavigation}.
 */
@Component("mainNavigation")
public final class MainNavigation {

  /**
   * A link.
   *
   * @param key what a page gives to the layout's fragment {@code site}, to mark the link as current
   */
  public record Link(String key, String label, String path) {}

  private static final List<Link> LINKS =
      List.of(
          new Link("list", "Bookings", "/"),
          new Link("timeline", "Timeline", "/timeline"),
          new Link("book", "Book", "/book"),
          new Link("network", "Network", "/network"),
          new Link("elements", "Elements", "/elements"),
          new Link("security", "Security", "/security"),
          new Link("admin", "Administration", "/admin"),
          new Link("notifications", "Notifications", "/notifications"),
          new Link("docs", "API", "/api/docs"));

  /** Who may open the pages below a path, as {@link BrokerSecurityConfiguration} says. */
  private static final Map<String, String> READERS =
      Map.of(
          "/book", "scientists, operators and administrators",
          "/elements", "operators and administrators",
          "/security", "security officers and administrators",
          "/admin", "administrators");

  private final ObjectProvider<RequestMappingHandlerMapping> pages;
  private final ObjectProvider<WebInvocationPrivilegeEvaluator> rules;

  MainNavigation(
      @Qualifier("requestMappingHandlerMapping") ObjectProvider<RequestMappingHandlerMapping> pages,
      ObjectProvider<WebInvocationPrivilegeEvaluator> rules) {
    this.pages = pages;
    this.rules = rules;
  }

  /** The links for who is logged in; none if nobody is. */
  public List<Link> links() {
    return login() == null
        ? List.of()
        : LINKS.stream().filter(link -> exists(link.path()) && mayOpen(link.path())).toList();
  }

  /** True if who is logged in may open the page, such as {@code /book}. */
  public boolean mayOpen(String path) {
    return rules.getObject().isAllowed("", path, "GET", login());
  }

  /** Whom the page is for that was just denied to who is logged in, or empty. */
  public String readersOfDenied() {
    var request = RequestContextHolder.currentRequestAttributes();
    var path =
        request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI, RequestAttributes.SCOPE_REQUEST);
    var first = String.valueOf(path).replaceFirst("^(/[^/]*).*", "$1");
    return mayOpen(first) ? "" : READERS.getOrDefault(first, "");
  }

  /** The name of who is logged in, or empty. */
  public String who() {
    var login = login();
    return login == null ? "" : login.getName();
  }

  private boolean exists(String path) {
    return pages.getObject().getHandlerMethods().keySet().stream()
        .anyMatch(mapping -> mapping.getPatternValues().contains(path));
  }

  private static @Nullable Authentication login() {
    var login = SecurityContextHolder.getContext().getAuthentication();
    return login == null || login.getAuthorities().isEmpty() || isAnonymous(login) ? null : login;
  }

  private static boolean isAnonymous(Authentication login) {
    return login.getAuthorities().stream()
        .anyMatch(authority -> "ROLE_ANONYMOUS".equals(authority.getAuthority()));
  }
}
