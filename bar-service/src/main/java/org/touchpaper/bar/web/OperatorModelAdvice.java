package org.touchpaper.bar.web;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/**
 * Adds what the user may do to every page's model: {@code operates}, to see the network elements,
 * and {@code mayBook}.
 */
@ControllerAdvice(basePackageClasses = OperatorModelAdvice.class)
final class OperatorModelAdvice {

  @ModelAttribute("operates")
  boolean isOperator(HttpServletRequest request) {
    return request.isUserInRole("OPERATOR") || request.isUserInRole("ADMIN");
  }

  @ModelAttribute("mayBook")
  boolean mayBook(HttpServletRequest request) {
    return request.isUserInRole("SCIENTIST") || isOperator(request);
  }
}
