package org.touchpaper.bar.web;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** Tells every page whether to lead to the network elements. */
@ControllerAdvice(basePackageClasses = Operates.class)
final class Operates {

  @ModelAttribute("operates")
  boolean operates(HttpServletRequest request) {
    return request.isUserInRole("OPERATOR") || request.isUserInRole("ADMIN");
  }
}
