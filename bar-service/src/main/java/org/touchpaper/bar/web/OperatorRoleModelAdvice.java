package org.touchpaper.bar.web;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** Adds {@code operates} to every page's model: true if the user may see the network elements. */
@ControllerAdvice(basePackageClasses = OperatorRoleModelAdvice.class)
final class OperatorRoleModelAdvice {

  @ModelAttribute("operates")
  boolean isOperator(HttpServletRequest request) {
    return request.isUserInRole("OPERATOR") || request.isUserInRole("ADMIN");
  }
}
