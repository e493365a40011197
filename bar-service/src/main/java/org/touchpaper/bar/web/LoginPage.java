package org.touchpaper.bar.web;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.touchpaper.platform.TouchpaperProperties;

/** The login page; Spring Security does the rest. */
@Controller
class LoginPage {

  private final TouchpaperProperties service;

  LoginPage(TouchpaperProperties service) {
    this.service = service;
  }

  @GetMapping("/login")
  String show(Model model) {
    model.addAttribute("demo", service.profile() == TouchpaperProperties.Profile.DEMO);
    return "login";
  }
}
